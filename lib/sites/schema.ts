import { z } from "zod";
import { longText, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";

// Limits: spec.md section 8.
const name = oneLine(80);
const domain = z.union([z.literal("").transform(() => null), oneLine(160), z.null()], "must be a string or null");
const accentColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, "must be # and six hexadecimal digits");
const welcomeMessage = longText(180);
const RETENTION_DAYS_MAX = 3650;
const retentionDays = z
  .int("must be a whole number of days, or null")
  .min(1, "must be at least 1")
  .max(RETENTION_DAYS_MAX, `must be at most ${RETENTION_DAYS_MAX}`)
  .nullable();

export const DEFAULT_ACCENT_COLOR = "#2563eb";
export const DEFAULT_WELCOME_MESSAGE = "Hi! How can we help?";

export const SiteParams = z.object({ siteId: uuid });

export const CreateSiteBody = z.object({
  name,
  domain: domain
    .default(null)
    .describe("The chat opens only on this host and its subdomains. Null or empty: everywhere."),
  accentColor: accentColor.default(DEFAULT_ACCENT_COLOR),
  welcomeMessage: welcomeMessage.default(DEFAULT_WELCOME_MESSAGE),
});
export type CreateSiteBody = z.infer<typeof CreateSiteBody>;

export const UpdateSiteBody = z.object({
  name: name.exactOptional(),
  domain: domain.exactOptional(),
  accentColor: accentColor.exactOptional(),
  welcomeMessage: welcomeMessage.exactOptional(),
  retentionDays: retentionDays
    .exactOptional()
    .describe("Conversations are deleted after this many days without a new message. Null: never."),
});
export type UpdateSiteBody = z.infer<typeof UpdateSiteBody>;

/** spec.md section 2.1. */
export const SiteJson = z
  .strictObject({
    id: z.uuid(),
    ownerId: z.string(),
    name: z.string(),
    publicKey: z.string().describe("Identifies the site in the script tag. It gives no access to the owner's data."),
    accentColor: z.string(),
    welcomeMessage: z.string(),
    createdAt: dateTime,
    updatedAt: dateTime,
    domain: z.string().nullable(),
    domainIgnored: z
      .literal(true)
      .exactOptional()
      .describe("Present if the domain contains no host. Then it restricts nothing, and the chat opens on any page."),
    retentionDays: z
      .int()
      .exactOptional()
      .describe("Conversations are deleted after this many days without a new message."),
  })
  .meta({ id: "Site" });
export type SiteJson = z.infer<typeof SiteJson>;

export const SiteResponse = z.strictObject({ site: SiteJson });
export const SiteListResponse = z.strictObject({ sites: z.array(SiteJson) });

import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { FileLimits, fileKinds } from "../../files/files/schema.ts";
import { SITE_LOOKS, SITE_SETTINGS } from "./fields.ts";

type Rows<Key extends string> = { [name: string]: { [K in Key]: z.ZodType } };

/** Returns one of the schemas of each setting. */
const schemasOf = <Key extends string, R extends Rows<Key>>(rows: R, key: Key) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row[key]])) as {
    [Name in keyof R]: R[Name][Key];
  };

type SeenOf<R> = { [Name in keyof R as R[Name] extends { visitorsSee: true } ? Name : never]: R[Name] };
const SEEN = Object.fromEntries(Object.entries(SITE_SETTINGS).filter(([, { visitorsSee }]) => visitorsSee)) as SeenOf<
  typeof SITE_SETTINGS
>;

/** How the widget looks, apart from its color. */
export const SiteAppearance = z.strictObject(schemasOf(SITE_LOOKS, "schema")).meta({ id: "SiteAppearance" });
export type SiteAppearance = z.infer<typeof SiteAppearance>;

// Parsing with these takes what they name out of a row, and leaves the rest.
export const SiteLooks = z.object(SiteAppearance.shape);
export const SiteSettings = z.object(schemasOf(SITE_SETTINGS, "json"));
export const VisitorsSettings = z.object(schemasOf(SEEN, "json"));
export type VisitorsSettings = z.infer<typeof VisitorsSettings>;

const GIVE_BACK_MINUTES_MAX = 1_440;
const GIVE_BACK_MINUTES = `must be a whole number from 1 to ${GIVE_BACK_MINUTES_MAX}, or null`;

/** How a site's conversations get an assignee. */
export const SiteAssignment = z
  .strictObject({
    mode: z
      .enum(["manual", "round_robin"], "must be manual or round_robin")
      .describe(
        "`manual`: people take or assign them. `round_robin`: each unassigned conversation whose visitor waits goes to the available person who has gone longest without a turn.",
      ),
    giveBackMinutes: z
      .int(GIVE_BACK_MINUTES)
      .min(1, GIVE_BACK_MINUTES)
      .max(GIVE_BACK_MINUTES_MAX, GIVE_BACK_MINUTES)
      .nullable()
      .describe(
        "With `round_robin`: how many minutes a conversation waits for a reply before it goes to the next person. If null, it stays with its assignee.",
      ),
  })
  .meta({ id: "SiteAssignment" });

export const SiteParams = z.object({ siteId: uuid });

const { name, domain, accentColor, welcomeMessage } = SITE_SETTINGS;
export const CreateSiteBody = z.object({
  name: name.schema,
  domain: domain.schema
    .default(domain.default)
    .describe("The chat opens only on this host and its subdomains. Null or empty: everywhere."),
  accentColor: accentColor.schema.default(accentColor.default),
  welcomeMessage: welcomeMessage.schema.default(welcomeMessage.default),
});
export type CreateSiteBody = z.infer<typeof CreateSiteBody>;

export const UpdateSiteBody = z
  .object({
    ...schemasOf(SITE_SETTINGS, "schema"),
    appearance: SiteLooks.exactPartial(),
    assignment: SiteAssignment.strip().exactPartial(),
    fileKinds,
  })
  .exactPartial();
export type UpdateSiteBody = z.infer<typeof UpdateSiteBody>;

/** spec.md section 2.1. */
export const SiteJson = z
  .strictObject({
    ...SiteSettings.shape,
    id: z.uuid(),
    ownerId: z.string(),
    publicKey: z.string().describe("Identifies the site in the script tag. It gives no access to the owner's data."),
    logoUrl: z
      .url()
      .exactOptional()
      .describe("The site's logo, a WebP that anyone can open. If absent, its `mark` is shown."),
    createdAt: dateTime,
    updatedAt: dateTime,
    domainIgnored: z
      .literal(true)
      .exactOptional()
      .describe("Present if the domain contains no host. Then it restricts nothing, and the chat opens on any page."),
    appearance: SiteAppearance,
    replyMinutes: z
      .int()
      .exactOptional()
      .describe("The median time to a first reply in the last 14 days. Absent with fewer than 10 or above a day."),
    assignment: SiteAssignment,
    files: FileLimits.describe("Which files teammates and visitors can send."),
    tagSeen: z
      .strictObject({
        host: z.string(),
        at: dateTime,
        allowed: z.boolean().describe("Whether the site's domain allows the host."),
      })
      .exactOptional()
      .describe("Where the widget's script was last loaded. It's a hint, not proof."),
  })
  .meta({ id: "Site" });
export type SiteJson = z.infer<typeof SiteJson>;

export const SiteResponse = z.strictObject({ site: SiteJson });
export const SiteListResponse = z.strictObject({ sites: z.array(SiteJson) });

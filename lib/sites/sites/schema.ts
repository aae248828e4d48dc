import { z } from "zod";
import { longText, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { FileLimits, fileKinds } from "../../files/files/schema.ts";

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

/** How the widget looks, apart from its color. */
export const SiteAppearance = z
  .strictObject({
    mark: z
      .enum(["letter", "chat", "help", "heart", "star", "store", "bolt", "leaf"])
      .describe("The site's mark: the first letter of its name, or an icon."),
    header: z.enum(["plain", "color"]).describe("Whether the panel's header has the accent color."),
    launcherIcon: z.enum(["bubble", "dots", "question", "envelope"]),
    launcherSize: z.union([z.literal(48), z.literal(56), z.literal(64)]).describe("In CSS pixels."),
    corner: z.enum(["auto", "left", "right"]).describe("`auto`: where the page's lines end."),
    offsetX: z.int().min(0).max(200).describe("How far the button is from the side of the page, in CSS pixels."),
    offsetY: z.int().min(0).max(200).describe("How far the button is from the bottom of the page, in CSS pixels."),
    radius: z.union([z.literal(0), z.literal(8), z.literal(16), z.literal(24)]).describe("Of the panel's corners."),
    theme: z.enum(["auto", "light", "dark"]).describe("`auto`: what the visitor's system is set to."),
  })
  .meta({ id: "SiteAppearance" });
export type SiteAppearance = z.infer<typeof SiteAppearance>;

const { mark, header, launcherIcon, launcherSize, corner, offsetX, offsetY, radius, theme } = SiteAppearance.shape;
const SiteAppearanceBody = z.object({
  mark: mark.exactOptional(),
  header: header.exactOptional(),
  launcherIcon: launcherIcon.exactOptional(),
  launcherSize: launcherSize.exactOptional(),
  corner: corner.exactOptional(),
  offsetX: offsetX.exactOptional(),
  offsetY: offsetY.exactOptional(),
  radius: radius.exactOptional(),
  theme: theme.exactOptional(),
});

const STARTER_QUESTIONS_MAX = 3;
const starterQuestions = z
  .array(oneLine(80))
  .max(STARTER_QUESTIONS_MAX, `must be at most ${STARTER_QUESTIONS_MAX} questions`);
const EMAIL_CARD_MINUTES_MAX = 60;
const emailCardMinutes = z
  .int("must be a whole number of minutes, or null")
  .min(0, "must be at least 0")
  .max(EMAIL_CARD_MINUTES_MAX, `must be at most ${EMAIL_CARD_MINUTES_MAX}`)
  .nullable();

const GIVE_BACK_MINUTES_MAX = 1_440;
const GIVE_BACK_MINUTES = `must be a whole number from 1 to ${GIVE_BACK_MINUTES_MAX}, or null`;

/** How a site's conversations get an assignee. */
const SiteAssignment = z
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
const SiteAssignmentBody = z.object({
  mode: SiteAssignment.shape.mode.exactOptional(),
  giveBackMinutes: SiteAssignment.shape.giveBackMinutes.exactOptional(),
});

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
  appearance: SiteAppearanceBody.exactOptional(),
  replyName: z.enum(["site", "person"]).exactOptional(),
  showsReplyTime: z.boolean().exactOptional(),
  starterQuestions: starterQuestions.exactOptional(),
  emailCardMinutes: emailCardMinutes.exactOptional(),
  visitorDetails: z.boolean().exactOptional(),
  assignment: SiteAssignmentBody.exactOptional(),
  fileKinds: fileKinds.exactOptional(),
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
    logoUrl: z
      .url()
      .exactOptional()
      .describe("The site's logo, a WebP that anyone can open. If absent, its `mark` is shown."),
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
    appearance: SiteAppearance,
    replyName: z.enum(["site", "person"]).describe("Who visitors see replying: the site, or the account's name."),
    showsReplyTime: z.boolean().describe("Whether the widget shows how soon visitors usually get a reply."),
    replyMinutes: z
      .int()
      .exactOptional()
      .describe("The median time to a first reply in the last 14 days. Absent with fewer than 10 or above a day."),
    starterQuestions: z.array(z.string()).describe("What the widget suggests asking."),
    emailCardMinutes: z
      .int()
      .nullable()
      .describe("After how many minutes without a reply the widget asks for an email address. Null: never."),
    visitorDetails: z
      .boolean()
      .describe("Whether a visitor's browser, system, language, time zone and pages are stored with a conversation."),
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

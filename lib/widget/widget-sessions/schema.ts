import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { VisitorConversationJson } from "../../desk/conversations/schema.ts";
import { visitorLabel } from "../../desk/visitors/schema.ts";
import { FileLimits } from "../../files/files/schema.ts";
import { OpenTimes } from "../../sites/hours/schema.ts";
import { AskedQuestion } from "../../sites/sites/questions.ts";
import { SiteAppearance, SiteJson, VisitorsSettings } from "../../sites/sites/schema.ts";

export const WidgetSessionBody = z
  .object({
    siteKey: oneLine(200),
    visitorToken: z.string().exactOptional().describe("From an earlier session. An invalid one is ignored."),
    language: oneLine(20)
      .exactOptional()
      .describe(
        "The widget's language, such as `de`: `site` then has the texts that the site has in it. An unknown one is ignored.",
      ),
    visitorId: visitorLabel
      .exactOptional()
      .describe("The site's own id for the visitor. Without `visitorHash`, it's only a label and proves nothing."),
    visitorHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
      .exactOptional()
      .describe(
        "Proof of `visitorId`: its hex HMAC-SHA256 under the site's identity secret, computed on the site's server.",
      ),
  })
  .meta({ examples: [{ siteKey: "pk_5f0c1e8a7b6d4c3e2f1a" }] });
export type WidgetSessionBody = z.infer<typeof WidgetSessionBody>;

/** What the widget needs to start (contract.md section 4). */
export const WidgetSessionResponse = z.strictObject({
  token: z.string().describe("The widget token. It's valid for an hour."),
  expiresAt: dateTime,
  now: dateTime.describe("The service's time, for a device whose clock is wrong."),
  visitorId: z.uuid(),
  visitorToken: z
    .string()
    .describe("Identifies the returning visitor, for 400 days. Store it in their browser, and never put it in a URL."),
  site: z.strictObject({
    ...VisitorsSettings.shape,
    logoUrl: SiteJson.shape.logoUrl,
    emailReplies: z
      .boolean()
      .describe(
        "Whether replies can reach a visitor by email, if they leave their address. Don't promise it otherwise.",
      ),
    appearance: SiteAppearance,
    personName: z
      .string()
      .exactOptional()
      .describe(
        "The name that all replies are shown under. Absent: the site's, or in workspaces of several people each message's `senderName`.",
      ),
    personPhotoUrl: z.url().exactOptional().describe("With `personName`: that person's photo."),
    replyMinutes: z.int().exactOptional().describe("How soon visitors usually get a reply. Absent: don't show it."),
    openTimes: OpenTimes.exactOptional().describe("When the site is open. Absent: it has no hours."),
    people: z
      .array(z.strictObject({ name: z.string(), photoUrl: z.url().exactOptional() }))
      .max(3)
      .exactOptional()
      .describe(
        "With `openTimes`, on sites that show who replies, in workspaces of several people: some who are available.",
      ),
    questions: z
      .array(AskedQuestion)
      .exactOptional()
      .describe("What to ask the visitor after their first message: the site's questions whose answer isn't known."),
    files: FileLimits,
  }),
  emailKnown: z
    .boolean()
    .describe("Whether the visitor's email is stored and emails reach it, so there's no need to ask for it."),
  conversation: VisitorConversationJson.exactOptional().describe(
    "The visitor's open conversation. Without one, the newest closed one that they may rate.",
  ),
});
export type WidgetSessionResponse = z.infer<typeof WidgetSessionResponse>;

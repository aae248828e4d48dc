import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { targetUrl } from "../../outbox/webhooks/schema.ts";

const LINES_MAX = 10;
const LABEL_MAX = 80;
const VALUE_MAX = 500;
const URL_MAX = 2_000;

const link = oneLine(URL_MAX).refine(
  (text) => URL.canParse(text) && /^(https|mailto):$/.test(new URL(text).protocol),
  "must be a link that begins with https: or mailto:",
);
const value = z
  .union([oneLine(VALUE_MAX), z.number().transform(String)], "must be a text of one line or a number")
  .describe("One line of up to 500 characters, or a number.");

/** A card as a site's server responds with it. */
export const GivenCard = z.object({
  lines: z
    .array(
      z.object({ label: oneLine(LABEL_MAX), value, url: link.nullable().optional() }),
      `must be a list of at most ${LINES_MAX} lines`,
    )
    .max(LINES_MAX, `must be a list of at most ${LINES_MAX} lines`),
  /** For how many seconds it may be shown again. */
  ttl: z.number("must be a number of seconds").optional(),
});
export type GivenCard = z.infer<typeof GivenCard>;

const CardLine = z.strictObject({
  label: z.string(),
  value: z.string(),
  url: z.string().exactOptional().describe("An https or mailto link."),
});

const CardFailure = z
  .strictObject({
    code: z.string().describe("As those of webhooks, `answered` with a status that isn't 200, or `invalid_card`."),
    detail: z.string(),
  })
  .meta({ id: "CardFailure" });
export type CardFailure = z.infer<typeof CardFailure>;

/** What a site's server says about a visitor. */
export const CardJson = z
  .strictObject({
    lines: z.array(CardLine),
    at: dateTime.describe("When your server said so."),
  })
  .meta({ id: "Card" });
export type CardJson = z.infer<typeof CardJson>;

export const CardResponse = z.strictObject({
  card: CardJson.exactOptional().describe("The last one that your server sent, even if it fails now."),
  failure: CardFailure.exactOptional().describe("Why your server's newest response isn't shown."),
});
export type CardResponse = z.infer<typeof CardResponse>;

/** A site's card, without its secret. */
export const SiteCardJson = z
  .strictObject({
    url: z.string(),
    unreadable: z
      .literal(true)
      .exactOptional()
      .describe("The secret was encrypted with another `AUTH_SECRET`. Create a new one."),
    createdAt: dateTime.describe("When the secret was created."),
  })
  .meta({ id: "SiteCard" });
export type SiteCardJson = z.infer<typeof SiteCardJson>;

export const PutCardBody = z.object({ url: targetUrl });
export type PutCardBody = z.infer<typeof PutCardBody>;

export const SiteCardResponse = z.strictObject({
  card: SiteCardJson.exactOptional().describe("Absent if the site has no card."),
});
export const NewSiteCardResponse = z.strictObject({
  card: SiteCardJson,
  secret: z.string().exactOptional().describe("Only in the response that created it."),
});
export type NewSiteCardResponse = z.infer<typeof NewSiteCardResponse>;

import { z } from "zod";
import { emailAddress, oneLine } from "#platform/text.ts";
import { uuid } from "#platform/uuid.ts";

/** The host site's name for its visitor (contract.md section 4). */
export const visitorLabel = oneLine(200);

export const WidgetSessionBody = z
  .object({
    siteKey: oneLine(200),
    visitorToken: z.string().exactOptional().describe("From an earlier session. An invalid one is ignored."),
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

/** The fields of spec.md sections 4.1 and 4.2 about the sender. Null and absent mean the same. */
export const VisitorDetails = z.object({
  siteKey: z.string().exactOptional(),
  visitorId: visitorLabel.exactOptional(),
  name: oneLine(80).nullable().default(null),
  email: emailAddress.nullable().default(null),
});
export type VisitorDetails = z.infer<typeof VisitorDetails>;

/** The token of a link in an email to a visitor. */
export const ContinueChatBody = z.object({ token: z.string().min(1, "must not be empty").max(500) });

/** Who the visitor is in the browser that opened the link, and on which site. */
export const ContinueChatResponse = z.strictObject({
  siteKey: z.string(),
  visitorId: z.uuid(),
  visitorToken: z.string(),
});

export const VisitorParams = z.object({ visitorId: uuid });

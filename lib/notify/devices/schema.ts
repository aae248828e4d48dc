import { ECDH } from "node:crypto";
import { z } from "zod";
import { env } from "#platform/env.ts";
import { readTarget } from "#platform/outgoing/target.ts";
import { oneLine } from "#platform/text.ts";

const ENDPOINT_MAX = 2_000;
const NAME_MAX = 60;
const RECEIPT_MAX = 200;

const target = (text: string, context: z.RefinementCtx<string>) => {
  const found = readTarget(text, env().OUTBOUND_ALLOWED_HOSTS);
  if (typeof found === "string") context.addIssue({ code: "custom", message: found, input: text });
};

const base64url = (pattern: RegExp, what: string) => z.string().regex(pattern, `must be ${what} in base64url`);

const POINT = "a point of P-256, uncompressed, of 65 bytes";

// Nothing could be encrypted for any other key.
function isPointOfP256(key: string): boolean {
  try {
    ECDH.convertKey(key, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

/** What `PushSubscription.toJSON()` returns in a browser, and a name for it. */
export const DeviceBody = z.object({
  endpoint: oneLine(ENDPOINT_MAX)
    .meta({ format: "uri", examples: ["https://push.example.com/send/8c1f"] })
    .superRefine(target),
  keys: z.object({
    // An uncompressed point starts with the byte 4.
    p256dh: base64url(/^B[A-P][\w-]{85}=?$/, POINT)
      .refine(isPointOfP256, `must be ${POINT} in base64url`)
      .meta({ examples: ["BAgyXtJJdGd2OQkhhYV_CwGtM2q7OFMOPplMWnDf0r2bAEq3QgSzgitsph8JqaI9zw_6jkBYVEP-cU-tPHvchgY"] }),
    auth: base64url(/^[\w-]{22}={0,2}$/, "16 bytes").meta({ examples: ["q13LZCBrdzajghjsI-92Hg"] }),
  }),
  name: oneLine(NAME_MAX).exactOptional().describe("By default, the browser and its system."),
  previousEndpoint: oneLine(ENDPOINT_MAX)
    .exactOptional()
    .describe("The endpoint that this subscription replaces. Its device keeps its name and settings.")
    .meta({ examples: ["https://push.example.com/send/4a0b"] }),
});
export type DeviceBody = z.infer<typeof DeviceBody>;

/** A push message's `data.receipt`, and what the browser did with the message. */
export const ReceiptBody = z.object({
  receipt: z
    .string()
    .max(RECEIPT_MAX)
    .meta({ examples: ["01990c65-9d70-7081-8cad-0e1f2a3b4c0e.q13LZCBrdzajghjsI-92Hg"] }),
  event: z.enum(["shown", "clicked"], "must be shown or clicked"),
});
export type ReceiptBody = z.infer<typeof ReceiptBody>;

import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { emailAddress, oneLine } from "#platform/text.ts";
import { uuid } from "#platform/uuid.ts";
import { QUESTION_LIMITS } from "../../sites/sites/asked-questions.ts";

/** The host site's name for its visitor (contract.md section 4). */
export const visitorLabel = oneLine(200);

/** The fields of spec.md sections 4.1 and 4.2 about the sender. Null and absent mean the same. */
export const VisitorDetails = z.object({
  siteKey: z.string().exactOptional(),
  visitorId: visitorLabel.exactOptional(),
  name: oneLine(80).nullable().default(null),
  email: emailAddress.nullable().default(null),
});
export type VisitorDetails = z.infer<typeof VisitorDetails>;

// Any spelling, with digits of any script.
const PHONE = /^(\P{Nd}*\p{Nd}){5,20}\P{Nd}*$/u;
const phoneNumber = oneLine(QUESTION_LIMITS.phoneMax).refine((value) => PHONE.test(value), "must be a phone number");

/** What a visitor says about themselves without a message. */
export const UpdateVisitorBody = z.object({
  name: oneLine(80).exactOptional(),
  email: emailAddress.exactOptional(),
  phone: phoneNumber.exactOptional(),
});
export type UpdateVisitorBody = z.infer<typeof UpdateVisitorBody>;

/** The token of a link in an email to a visitor. */
export const ContinueChatBody = z.object({ token: z.string().min(1, "must not be empty").max(500) });

/** Who the visitor is in the browser that opened the link, and on which site. */
export const ContinueChatResponse = z.strictObject({
  siteKey: z.string(),
  visitorId: z.uuid(),
  visitorToken: z.string(),
});

export const VisitorParams = z.object({ visitorId: uuid });

export const EraseVisitorQuery = z.object({
  visitors: wholeNumber(1, 1_000)
    .exactOptional()
    .describe(
      "How many visitors the person was when the erasure was confirmed. If that has changed, nothing is erased.",
    ),
});
export type EraseVisitorQuery = z.infer<typeof EraseVisitorQuery>;

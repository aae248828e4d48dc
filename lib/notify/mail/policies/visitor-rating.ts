import { ratingUrl } from "../../../desk/ratings/rating-link.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import { type AskedRating, findAskedRating } from "../queries/mailed-visitor.system.ts";
import { visitorLookOf } from "../templates/look-of.ts";
import { visitorRatingMail } from "../templates/visitor-rating.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";
import { addressOf, countVisitorMail } from "./mailed-visitor.ts";

/** Decides whether to ask a visitor for a rating of a close: not if they rated or reopened it meanwhile, or after an outage. */
export async function decideVisitorRating(
  mailId: string,
  finish: (end: MailEnd) => Promise<unknown>,
): Promise<Decision> {
  const asked = await findAskedRating(mailId);
  if (!asked) return { skip: "The conversation no longer exists.", finish };
  const reason = whyNotAsked(asked);
  if (reason) return { skip: reason, finish };
  const address = addressOf(asked);
  if ("reason" in address) return { skip: address.reason, finish };
  const freeAt = await countVisitorMail("visitor_rating", asked, address.to);
  if (freeAt) return { postponeTo: freeAt };
  const words = visitorRatingMail({
    siteName: asked.siteName,
    look: visitorLookOf(asked),
    url: ratingUrl(asked, asked.closedAt),
    unsubscribeUrl: unsubscribeUrl({ kind: "visitor", visitorId: asked.visitorId }),
  });
  return { mail: { ...words, id: mailId, to: address.to }, finish };
}

function whyNotAsked({ isOld, isOpen }: AskedRating): string | null {
  if (isOld) return "The conversation was closed more than a day ago.";
  return isOpen ? null : "The conversation was rated or reopened, or isn’t to be rated.";
}

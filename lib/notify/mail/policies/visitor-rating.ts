import { ratingUrl } from "../../../desk/ratings/rating-link.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import { type AskedRating, findAskedRating } from "../queries/mailed-visitor.system.ts";
import { visitorLookOf } from "../templates/look-of.ts";
import { visitorRatingMail } from "../templates/visitor-rating.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";
import { addressOf, countVisitorMail } from "./mailed-visitor.ts";

/** While the reply before the close isn't sent yet, it's looked for again this often. */
const REPLY_WAIT_MS = 5 * 60_000;

/**
 * Decides whether to ask a visitor for a rating of a close: not if they rated or reopened it meanwhile, after an outage, if the chat
 * was long over, twice a week, or while they have an open one.
 */
export async function decideVisitorRating(
  mailId: string,
  finish: (end: MailEnd) => Promise<unknown>,
): Promise<Decision> {
  const asked = await findAskedRating(mailId);
  if (!asked) return { skip: "The conversation no longer exists.", finish };
  const reason = whyNotAsked(asked);
  if (reason) return { skip: reason, finish };
  if (asked.isReplyDue) return { postponeTo: new Date(Date.now() + REPLY_WAIT_MS) };
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

function whyNotAsked({ isOld, isOpen, isPast, isAskedLately, isBack }: AskedRating): string | null {
  if (isOld) return "The conversation was closed more than a day ago.";
  if (!isOpen) return "The conversation was rated or reopened, or isn’t to be rated.";
  if (isPast) return "The conversation’s last message was a week before its close.";
  if (isAskedLately) return "The visitor was asked by email less than a week ago.";
  return isBack ? "The visitor has an open conversation." : null;
}

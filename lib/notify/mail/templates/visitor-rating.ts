import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailContent } from "#platform/mail/message.ts";
import type { VisitorLook } from "./look-of.ts";
import { pageOf } from "./owner-alert.ts";
import { VISITOR_WORDS, withSite } from "./visitor-words.ts";

type Asking = { siteName: string; look: VisitorLook; url: string; unsubscribeUrl: string };

/** Asks a visitor how a conversation was. It has no text of it: the email may be forwarded. */
export function visitorRatingMail({ siteName, look, url, unsubscribeUrl }: Asking): MailContent {
  const site = headerLine(siteName, 60);
  const words = withSite(VISITOR_WORDS[look.language], site);
  return {
    subject: words.ratingSubject,
    fromName: site,
    look,
    unsubscribeUrl,
    blocks: [
      { kind: "paragraph", text: words.ratingAsk },
      { kind: "button", label: words.ratingButton, url },
      { kind: "small", text: words.ratingHint },
      { kind: "small", text: words.why, link: { label: words.unsubscribe, url: pageOf(unsubscribeUrl) } },
    ],
  };
}

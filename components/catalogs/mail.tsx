import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The settings for emails about unread messages. */
export const mailCopy = catalog("mail-settings", {
  bannerLabel: "Your email",
  unconfirmed: (email: ReactNode, isLinkSent: boolean) => (
    <>
      {email} isn’t confirmed, so we can’t email you or your visitors about messages.{" "}
      {isLinkSent
        ? "Use the link in our email, or send a new one."
        : "We haven’t sent a link yet: email wasn’t set up, or this address got too many emails."}
    </>
  ),
  sendLink: "Send link",
  linkSent: "Sent. Check your spam folder too.",
  notSetUp: (smtpUrl: ReactNode, mailFrom: ReactNode) => (
    <>
      Email isn’t set up. Ask your administrator to set {smtpUrl} and {mailFrom} and restart. Your choices here apply
      from then on.
    </>
  ),
  emailMe: "Email me about unread messages",
  emailMeHint:
    "Messages in quick succession are grouped, and we don’t email you while you’re using the dashboard. You can also turn this off for each site.",
  siteAlerts: "Email me about new messages",
  siteAlertsHint: "Sent to your account email if a message stays unread for a few minutes.",
  visitorReplies: "Email visitors my replies",
  visitorRepliesHint:
    "Sent to visitors who left an email, if they haven’t seen a reply. It comes in the name of this site, with a link back to the chat that works once.",
});

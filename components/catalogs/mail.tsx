import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The settings for emails about unread messages. */
export const mailCopy = catalog("mail-settings", {
  bannerLabel: "Your email",
  confirmForNotifications: (email: ReactNode) => <>Confirm {email} to turn on email notifications.</>,
  linkWasSent: "We sent you a link.",
  sendLink: "Send link",
  sendAgain: "Send again",
  linkSent: (email: ReactNode) => <>We sent a link to {email}. Check your spam folder too.</>,
  notNow: "Not now",
  notSetUp: (smtpUrl: ReactNode, mailFrom: ReactNode) => (
    <>
      Email isn’t set up. Ask your administrator to set {smtpUrl} and {mailFrom} in .env and restart the service. Your
      choices here apply from then on.
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

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
  needs: {
    mailServer:
      "Email isn’t set up, so visitors aren’t asked for an address and get no emails yet. Ask your administrator to set SMTP_URL and MAIL_FROM in .env and restart the service.",
    visitorReplies: (notifications: ReactNode) => (
      <>
        Emails to this site’s visitors are off, so they aren’t asked for an address and get none yet. Turn on “Email
        visitors my replies” under {notifications}.
      </>
    ),
    ownConfirmation: (notifications: ReactNode) => (
      <>
        Your own email isn’t confirmed yet. Until it is, visitors aren’t asked for an address and get no emails. Confirm
        it under {notifications}.
      </>
    ),
    ownerConfirmation:
      "The workspace’s owner hasn’t confirmed their own email yet. Until they do, visitors aren’t asked for an address and get no emails.",
  },
  emailMe: "Email me about unread messages",
  emailMeHint:
    "Messages in quick succession are grouped, and we don’t email you while you’re using the dashboard. You can also turn this off for each site.",
  siteAlerts: "Email me about new messages",
  siteAlertsHint: "Sent to your account email if a message stays unread for a few minutes.",
  visitorReplies: "Email visitors my replies",
  visitorRepliesHint:
    "Sent to visitors who left an email, if they haven’t seen a reply. It comes in the name of this site, with a link back to the chat that works once.",
});

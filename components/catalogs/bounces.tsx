import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** Why an address gets no email, by the status of the report (RFC 3463). */
const why = {
  mailbox: "the mailbox doesn’t exist",
  domain: "its domain doesn’t exist or accepts no email",
  address: "the address isn’t valid",
  unknown: "the mail server didn’t say why",
};

/** What's shown about an address that emails come back from. */
export const bouncesCopy = catalog("bounces", {
  why,
  visitor: (email: ReactNode, reason: string) => (
    <>
      Emails to {email} come back: {reason}.
    </>
  ),
  since: (time: ReactNode) => <>Since {time}.</>,
  says: (text: ReactNode) => <>The mail server: “{text}”</>,
  visitorTodo: "Replies aren’t emailed until the visitor leaves another address. Ask for one in the chat.",
  notEmailed: (email: ReactNode) => <>Your reply is only in the chat. Emails to {email} come back.</>,
  own: (email: ReactNode, reason: string) => (
    <>
      Emails to {email} come back: {reason}. You get no email notifications.
    </>
  ),
  ownTodo: (profile: ReactNode) => <>Change your address under {profile}, or try again if it works now.</>,
  member: (reason: string) => `Emails to them come back: ${reason}. They get no email notifications.`,
  tryAgain: "Try again",
  triedAgain: "Emails are sent to this address again.",
  tryMemberAgain: "Try their email again",
  memberTriedAgain: (name: string) => `Emails are sent to ${name} again.`,
});

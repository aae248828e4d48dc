import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The first steps of a new account. */
export const checklistCopy = catalog("checklist", {
  title: "Get started",
  progress: (done: number, count: number) => `${done} of ${count} done`,
  stepDone: (step: string) => `Done: ${step}`,
  done: "(done)",
  site: "Add your first site",
  addSite: "Add site",
  tag: "Install the chat",
  tagUnseen: "We haven’t seen your tag yet. Open a page that has it.",
  tagSeen: (host: ReactNode, time: ReactNode) => (
    <>
      We saw your tag on {host} {time}.
    </>
  ),
  tagElsewhere: (seen: ReactNode) => <>We saw your tag on {seen}, but your site’s domain doesn’t allow that host.</>,
  changeDomain: "Change domain",
  seeTag: "See how",
  message: "Get your first message",
  sendTest: "Send test message",
  notifications: "Turn on notifications",
  turnOn: "Turn on",
  blocked: "Your browser blocks them. Allow them in its site settings.",
  email: "Confirm your email",
  sendLink: "Send link",
  sent: "Sent. Check your spam folder too.",
  teammate: "Invite a teammate",
  teammateHint: "Optional. Skip this if you work alone.",
  invite: "Invite",
  together: "Working with someone?",
  hide: "Hide checklist",
});

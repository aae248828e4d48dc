import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** Replies that are held after Send, or sent later. */
export const scheduledCopy = catalog("scheduled", {
  sendLater: "Send later…",
  title: "Send later",
  chooseTime: "Choose date and time",
  setTime: "Schedule reply",
  pastTime: "Choose a time in the next 366 days.",
  notOpened: "You’re offline, so a time can’t be chosen. Try again when you’re back online.",

  held: "Sent in a few seconds, unless you undo it",
  sendingIn: (seconds: number) => plural(seconds, { one: "Sending in 1 s", other: "Sending in # s" }),
  sending: "Sending…",
  sentAt: (time: ReactNode) => <>To be sent: {time}</>,
  sentAtBy: (name: ReactNode, time: ReactNode) => (
    <>
      {name}’s reply, to be sent: {time}
    </>
  ),
  closes: "Closes the conversation.",
  sendNow: "Send now",
  sendAnyway: "Send anyway",
  discard: "Discard",
  dismiss: "Dismiss",
  notUndone: "Your reply was sent before it could be taken back.",
  alreadySent: "Already sent, so it can’t be taken back.",
  stopped: {
    visitor: "Not sent: the visitor wrote meanwhile.",
    colleague: "Not sent: a teammate replied or added a note first.",
    email: "Not sent: the visitor’s email address has changed since you wrote it.",
    blocked: "Not sent: the visitor was blocked.",
    spam: "Not sent: the conversation was marked as spam.",
    access: "Not sent: its writer no longer has access to this conversation.",
    files: "Not sent. A file is no longer available. Edit the reply, and attach the file again.",
    other_conversation: "Not sent. This visitor already has another open conversation, and can only have one.",
    failed: "Not sent. Edit it, then send it again.",
  },
  stoppedBy: (name: ReactNode, reason: string) => (
    <>
      {name}’s reply. {reason}
    </>
  ),
});

import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** Who was notified about a conversation, and the page of the visitors who wait. */
export const proofCopy = catalog("proof", {
  title: "Notified",
  channels: { email: "Email", telegram: "Telegram" },
  opened: (channel: ReactNode, time: ReactNode) => (
    <>
      {channel}: opened {time}
    </>
  ),
  shown: (channel: ReactNode, time: ReactNode) => (
    <>
      {channel}: shown {time}
    </>
  ),
  accepted: (channel: ReactNode, time: ReactNode) => (
    <>
      {channel}: delivered {time}
    </>
  ),
  queued: (channel: ReactNode, time: ReactNode) => (
    <>
      {channel}: will be sent {time}
    </>
  ),
  pending: (channel: ReactNode) => <>{channel}: being sent</>,
  retried: (channel: ReactNode, reason: string) => (
    <>
      {channel}: will be retried. {reason}
    </>
  ),
  failed: (channel: ReactNode, reason: string | undefined) => (
    <>
      {channel}: failed. {reason}
    </>
  ),
  skipped: (channel: ReactNode, reason: string | undefined) => (
    <>
      {channel}: not sent. {reason}
    </>
  ),
  next: (step: string, time: ReactNode) => (
    <>
      Next: {step} {time}
    </>
  ),
  steps: {
    send: "a notification",
    summary: "a summary",
    backup: "backup channels",
    everyone: "everyone again",
  },
  now: "now",
  noOneYet: "No one has been notified yet",
  noDevice: (settings: ReactNode) => <>No one was notified. Notifications aren’t set up yet. {settings}</>,
  setUp: "Set up notifications",
  notRecorded: "This message is older than the record of notifications",
  waiting: "Waiting",
  waitingHint: "Visitors waiting for a reply, longest wait first, and who was notified about each.",
  noneWaiting: "No one is waiting.",
});

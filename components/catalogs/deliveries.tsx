import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

const again = "It’s retried automatically for more than a day.";

/** How far a test message has come, and what couldn't be delivered. */
export const deliveriesCopy = catalog("deliveries", {
  progress: "Progress",
  states: { done: "Done", waiting: "In progress", problem: "Failed", off: "Off" },
  stored: (duration: string) => `Stored ${duration} after you sent it.`,
  live: (duration: string) => `In your inbox, live, ${duration} after you sent it.`,
  livePending: "On its way to your inbox.",
  liveLate: "Stored, but it didn’t appear here live.",
  liveLateHint:
    "Something between this browser and Site Inbox holds back streams, such as a buffering proxy. The inbox checks every few seconds instead.",
  mailOff: "No email: email isn’t set up.",
  mailOffHint: "Ask your administrator to set SMTP_URL and MAIL_FROM.",
  mailDone: (duration: string) => `Email accepted by the mail server after ${duration}.`,
  mailSkipped: "No email was sent.",
  mailFailed: "The email can’t be delivered.",
  mailRetrying: "The mail server hasn’t accepted the email yet.",
  mailPending: "On its way to the mail server.",
  webhookDone: (status: number, duration: string) => `Webhook delivered. Response ${status} in ${duration}.`,
  webhookSkipped: "The webhook wasn’t called.",
  webhookFailed: "The webhook failed.",
  webhookFailedWith: (status: number, duration: string) => `The webhook failed. Response ${status} in ${duration}.`,
  webhookPending: "On its way to the webhook.",
  noWebhook: "No webhook of this site is subscribed to it.",
  planning: "On its way to your devices and apps.",
  planned: (duration: string, people: number, channels: number) =>
    `After ${duration}: ${plural(people, { one: "1 person is", other: "# people are" })} notified through ${plural(channels, { one: "1 channel", other: "# channels" })}.`,
  noChannel: "No device or app is notified.",
  apps: {
    email: "email",
    push: "the push service",
    telegram: "Telegram",
  },
  sending: (app: string) => `On its way to ${app}.`,
  accepted: (app: string, duration: string) => `Accepted by ${app} after ${duration}.`,
  shown: (duration: string) => `Shown on the device after ${duration}.`,
  notShownYet: "Waiting for the device to show it.",
  notShown: "The device hasn’t confirmed that it’s shown. It may be off or offline.",
  notAccepted: (app: string) => `Not accepted by ${app}.`,
  notSent: (app: string) => `Not sent to ${app}.`,
  isBackup:
    "It’s a backup, used only if no one reads a message. To try it, send a test from your notification settings.",
  notSetUp: {
    sentence: (kinds: string) => `Not set up: ${kinds}.`,
    device: "notifications on a device",
    telegram: "Telegram",
    otherApp: "other apps such as Slack or ntfy",
  },
  setUp: "Set up notifications",
  retried: (reason: string) => (reason ? `${reason} ${again}` : again),
  noWorker: "Nothing is processing the queue. If JOBS=off is set, run npm run jobs too.",
  stillTrying: "Still retrying. If it fails for good, it appears under failed deliveries.",
  openConversation: "Open conversation",

  failedTitle: "Failed deliveries",
  failedHint: "Emails and webhooks that couldn’t be delivered. They’re listed for 30 days.",
  nothingFailed: "Nothing has failed. Deliveries that are still being retried aren’t listed here.",
  kinds: {
    owner_alert: "Email to you about unread messages",
    member_alert: "Email to a teammate about unread messages",
    digest: "Daily email to you",
    reply_back: "Email to you about a reply by email",
    visitor_answer: "Email to a visitor about your reply",
    visitor_rating: "Email that asks a visitor for a rating",
    transcript: "Email with a visitor’s conversation",
    confirm_transcript: "Email that confirms a visitor’s address",
    test: "Email to you about a test message",
    confirm_address: "Email to confirm your address",
    reset_password: "Email to reset your password",
    address_changed: "Email about your changed address",
    webhook_stopped: "Email to you about a stopped webhook",
    second_factor_failing: "Email to you about refused codes",
    second_factor_due: "Email to you about required two-factor login",
    passkey_added: "Email to you about a new passkey",
    passkey_removed: "Email to you about a removed passkey",
    ownership_offered: "Email to you about an ownership offer",
  } as { [kind in string]?: string },
  otherMail: "Email",
  webhook: (event: string) => `Webhook ${event}`,
  gaveUp: (time: ReactNode, attempts: number) => (
    <>
      Gave up {time} {plural(attempts, { one: "after 1 attempt", other: "after # attempts" })}
    </>
  ),
  conversation: "Conversation",
  retry: "Try again",
  retryOf: (title: string) => `Try again: ${title}`,
  retrying: "Trying again now. If it fails for another day, it appears here again.",
});

import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

const events = (count: number) => plural(count, { one: "1 event", other: "# events" });
const attempts = (count: number) => plural(count, { one: "1 attempt", other: "# attempts" });

/** A site's webhooks, their settings and their log. */
export const webhooksCopy = catalog("webhooks", {
  title: "Webhook",
  deliveryTitle: "Webhook delivery",
  backToSite: "Site",
  backToWebhook: "Webhook",
  list: "Webhooks",
  none: "No webhooks yet.",
  addWebhook: "Add webhook",
  newWebhook: "New webhook",
  tooMany: "This site has ten webhooks, which is the maximum. Delete one to add another.",
  url: "URL",
  urlHint: "Where your system receives webhooks, for example https://example.com/webhooks/chat.",
  description: "Description",
  events: "Events",
  eventTypes: {
    "message.created": "A visitor or you sent a message",
    "message.deleted": "A message was deleted",
    "conversation.created": "A conversation was started",
    "conversation.updated": "A conversation was closed or reopened",
    "conversation.deleted": "A conversation was deleted",
    "conversation.snoozed": "A conversation was snoozed",
    "conversation.woken": "A snoozed conversation woke",
    "conversation.labeled": "A conversation’s labels changed",
    "conversation.starred": "A conversation was starred or unstarred",
    "conversation.assigned": "A conversation was assigned to someone, or to no one",
    "conversation.waiting": "No one read a visitor’s message in time",
    "conversation.rated": "A visitor rated a conversation, or changed that",
    "notification.failed": "A notification couldn’t be delivered",
    "member.joined": "A teammate got access to the site",
    "member.changed": "A teammate’s role changed",
    "member.removed": "A teammate lost access to the site",
    "member.available": "A teammate switched to available or away",
    "invitation.created": "Someone was invited",
    "invitation.accepted": "Someone accepted an invitation",
  },
  newSecret: "New webhook secret",
  secret: "Webhook secret",
  storeSecret: "Store it with your system’s secrets. It proves that a request comes from Site Inbox.",

  onNotSent: "On, nothing sent yet",
  onNoResponse: (time: ReactNode) => <>On, last sent {time}, no response</>,
  onLastResponse: (time: ReactNode, status: number) => (
    <>
      On, last sent {time}, response {status}
    </>
  ),
  stopped: (time: ReactNode) => <>Stopped {time}</>,
  failingSince: (date: ReactNode, time: ReactNode) => (
    <>
      Failing since {date}, {time}
    </>
  ),

  log: "Log",
  logHint: "Events from the last 30 days, and the responses to them.",
  settings: "Settings",
  unreadable: "The secret can’t be read because AUTH_SECRET was changed. Nothing is sent until you replace it.",
  stoppedOn: (date: ReactNode, time: ReactNode) => (
    <>
      Stopped on {date}, {time}.
    </>
  ),
  missedWhileStopped: "Events that happen while it’s stopped aren’t sent later.",
  startAgain: "Start webhook",
  started: "Started. New events are sent from now on.",
  notReachedSince: (date: ReactNode, time: ReactNode) => (
    <>
      No event has been delivered since {date}, {time}.
    </>
  ),
  retryPolicy: "Each event is retried for more than a day. After five days without a success the webhook is stopped.",
  previousSecret: (date: ReactNode, time: ReactNode) => (
    <>
      Requests are also signed with the previous secret until {date}, {time}.
    </>
  ),
  sendTest: "Send test event",
  testArrived: (status: number) => `The test event was delivered. Response: ${status}.`,
  testPending: "The test event is on its way. The log shows when it’s delivered.",
  testFailed: (reason: string) => `The test event wasn’t delivered. ${reason}`,
  replaceSecret: "Replace secret",
  stop: "Stop webhook",
  delete: "Delete webhook",
  replaceTitle: "Replace the secret?",
  replaceHint:
    "For 24 hours each request is signed with both the current and the new secret, so your system has time to change. An older one is no longer used.",
  generateSecret: "Generate new secret",
  stopTitle: "Stop this webhook?",
  stopHint: "Nothing is sent until you start it again. Events that happen in the meantime aren’t sent later.",
  deleteTitle: "Delete this webhook?",
  deleteHint: "Nothing more is sent to it, and its log is deleted. This can’t be undone.",

  filter: "Show",
  all: "All",
  failed: "Failed",
  waiting: "Waiting",
  deliveries: "Deliveries",
  noDeliveries: "No deliveries.",
  nothingSent: "Nothing sent yet. Send a test event to see if it’s delivered.",
  newest: "Newest",
  older: "Older",
  statuses: {
    pending: "Waiting",
    delivered: "Delivered",
    failed: "Failed",
    skipped: "Not sent",
  },
  afterAttempts: (count: number) => `after ${attempts(count)}`,
  response: (status: number) => `response ${status}`,
  nextAttempt: (time: ReactNode) => <>next attempt at {time}</>,

  sentTo: (url: ReactNode, id: ReactNode) => (
    <>
      To {url}, ID {id}
    </>
  ),
  attempts: "Attempts",
  noAttempts: "No attempts yet. This will be sent:",
  attempt: (number: number) => `Attempt ${number}: no response`,
  attemptResponse: (number: number, status: number) => `Attempt ${number}: response ${status}`,
  took: (date: ReactNode, time: ReactNode, duration: string) => (
    <>
      {date}, {time}, took {duration}
    </>
  ),
  request: "Request",
  responseBody: "Response",
  empty: "(empty)",
  sendAgain: "Send again",
  sendAllAgain: "Send all failed again",
  sendAllTitle: (count: number) => `Send ${events(count)} again?`,
  sendAllHint:
    "Each failed event is sent to the webhook’s URL under the same ID, and retried for more than a day if it fails.",
  sendingAll: (count: number) => `${events(count)} on the way. The log shows when they’re delivered.`,
  delivered: "Delivered.",
  notDelivered: (reason: string) => `Not delivered. ${reason}`,
  onItsWay: "On its way.",
  startFirst: "The webhook is stopped. Start it first.",
});

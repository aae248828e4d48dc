import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** How a received email ended, for people. `tone` says whether someone has to look. */
type End = { label: string; tone: "good" | "quiet" | "problem" };

const statuses: Record<string, End> = {
  pending: { label: "Waiting", tone: "quiet" },
  stored: { label: "Became a message", tone: "good" },
  duplicate: { label: "Received before", tone: "quiet" },
  refused: { label: "Refused", tone: "problem" },
  failed: { label: "Couldn’t be read", tone: "problem" },
  bounce: { label: "Delivery report", tone: "quiet" },
  test: { label: "Test email", tone: "good" },
};

/** Why, by the reason's code. One that isn't here is shown as it is. */
const reasons: Record<string, string> = {
  no_address: "It was sent to no address that the service knows, or to one that has ended.",
  gone: "Its conversation was deleted, or its site is closed.",
  blocked: "Its visitor is blocked.",
  machine: "A program wrote it, such as an automatic reply or a mailing list. Replying to it could begin a loop.",
  empty: "It has no text and no files that the site accepts.",
  not_accepted: "The site blocks a word in it.",
  removed: "Its original had been removed before it was read.",
  too_large: "It’s larger than INBOUND_MAX_SIZE, and was left in the mailbox.",
  full: "Too many emails to its address were waiting to be read. It was left in the mailbox.",
  asked: "It isn’t certain that it’s from the teammate, who has to send it by a link.",
  held: "A teammate had replied first. Its writer can send it anyway, by a link.",
  no_access: "Its writer no longer has access to the conversation.",
  several: "It replies to an email about several conversations.",
  too_long: "It has more than 4,000 characters.",
  encrypted: "It’s encrypted.",
  unreadable: "It couldn’t be read, by its format or because the mail server doesn’t hand it over.",
  newer_conversation: "The visitor has a newer conversation.",
  marked: "The address doesn’t exist. No more emails are sent there.",
  noted: "The email it’s about wasn’t delivered. Its address is kept, because it may work later.",
  repeated: "It was reported before.",
  delayed: "The email it’s about is delayed. The mail server keeps trying.",
  unmatched: "It’s about no email that the service sent in the last 30 days.",
};

/** Whether email works in both directions, for the service's operators. */
export const mailStatusCopy = catalog("mail-status", {
  title: "Does mail work?",
  hint: "Email out, email in, and what became of the last emails that came in. Only operators see this.",
  link: "Does mail work?",
  linkHint: "Email in both directions, DNS records, and a test",

  works: "Yes, email works in both directions.",
  worksWith: (count: number) =>
    plural(count, {
      one: "Yes, but 1 thing needs attention.",
      other: "Yes, but # things need attention.",
    }),
  fails: (count: number) => plural(count, { one: "No: 1 thing is failing.", other: "No: # things are failing." }),

  setup: "Set up email",
  setupHint: "One step at a time. The settings are in .env; restart the service after each change.",
  done: "Done",
  steps: {
    smtp: {
      title: "Send email",
      says: "Set your mail server and the address that emails come from:",
      lines: "SMTP_URL=smtps://user:password@mail.example.com\nMAIL_FROM=Site Inbox <inbox@example.com>",
    },
    address: {
      title: "Choose where replies arrive",
      says: "A mailbox that accepts plus addresses, such as inbox+x@example.com, and how to read it. If your mail server posts emails instead, set INBOUND_SECRET in place of INBOUND_IMAP_URL:",
      lines:
        "INBOUND_ADDRESS=inbox@example.com\nINBOUND_IMAP_URL=imaps://inbox%40example.com:password@mail.example.com",
    },
    first: {
      title: "Try it",
      says: "Send a test email below. It shows how long an email takes to come back.",
      lines: "",
    },
  },
  guide: (path: ReactNode) => <>The guide is {path}.</>,
  settings: "Settings",

  ways: "Both ways",
  out: "Out",
  in: "In",
  bounces: "Undeliverable",
  waits: "Waits for its writer",
  leftAlone: (count: number) =>
    plural(count, {
      one: "1 email in the mailbox isn’t for the service, and was left as it is.",
      other: "# emails in the mailbox aren’t for the service, and were left as they are.",
    }),
  lastReceived: (time: ReactNode) => <>The last email came in {time}.</>,

  records: "DNS records",
  recordsHint:
    "They let other servers believe that an email is yours. The service looks them up each time this page loads.",
  recordNames: { spf: "SPF", dkim: "DKIM", dmarc: "DMARC", mx: "MX" },

  test: "Test both directions",
  testHint: "Sends an email from the service to an address of its own, and waits for it to come back.",
  send: "Send test email",
  sent: (time: ReactNode) => <>Sent {time}. It hasn’t come back yet.</>,
  late: (time: ReactNode) => (
    <>
      Sent {time}, and it hasn’t come back. Check that emails to the service’s address are passed on to it, and look for
      the test in that mailbox.
    </>
  ),
  testFailed: (reason: ReactNode) => <>The test couldn’t be sent. {reason}</>,
  back: (seconds: string) => `It came back after ${seconds}.`,
  signed: (domain: ReactNode) => <>Signed by {domain} (DKIM).</>,
  badlySigned: (domain: ReactNode) => <>The signature of {domain} (DKIM) isn’t valid.</>,
  unsigned: "It wasn’t signed (DKIM).",
  results: "What the receiving server said:",
  noResults: "The receiving server added no Authentication-Results.",
  cantTest: "A test needs email in both directions to be set up.",

  received: "Last received",
  receivedHint: "The newest 50. What became a message, and what teammates wrote, is only shown to them.",
  nothing: "No email has come in yet.",
  from: (from: ReactNode) => <>From {from}</>,
  original: "Download original",
  readAgain: "Read again",
  readingAgain: "The email is being read again.",
  statuses,
  reasons,
});

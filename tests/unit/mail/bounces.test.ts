import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { bounceReason } from "#components/mail/bounce-reason.ts";
import { marksAddress } from "#lib/notify/mail/bounces.system.ts";
import { bouncesHop, dkimRecord, mxRecord, postHop, spfRecord } from "#lib/notify/mail-status/hops.ts";
import { toBounceJson } from "#lib/outbox/mail-queue/bounce.ts";
import { envelopeId, mailOfEnvelope } from "#platform/mail/envelope-id.ts";
import { readRefusal } from "#platform/mail/refusal.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test("a report marks an address only if it says that the address doesn't exist", () => {
  const marks = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.4.4"];
  // The sender's own address is the service's.
  const doesNot = [
    "5.1.7",
    "5.1.8",
    "4.4.1",
    "5.2.2",
    "5.7.1",
    "5.5.0",
    "5.0.0",
    "5.1.0",
    "",
    "5.1",
    "15.1.1",
    "5.1.1000",
  ];
  expect([...marks, ...doesNot].filter((status) => marksAddress({ status, says: "" }))).toEqual(marks);
});

const UNSPECIFIC: [says: string, marks: boolean][] = [
  ["550 5.0.0 <ada@example.com>: User unknown", true],
  ["550 Recipient not found", true],
  ["550 5.1.0 <ada@example.com>... Mailbox doesn't exist", true],
  ["550 The email account that you tried to reach does not exist", true],
  ["550 No such user here", true],
  ["550 unknown or illegal user", false],
  ["550 5.1.0 Address rejected", false],
  ["550 5.0.0 spam", false],
  ["550 5.7.1 User unknown, or blocked by policy", false],
  ["550 Sender address rejected: Domain not found", false],
];
for (const [says, marks] of UNSPECIFIC) {
  test(`with an unspecific status, "${says}" ${marks ? "marks an address" : "marks nothing"}`, () => {
    for (const status of ["5.0.0", "5.1.0"]) expect(marksAddress({ status, says })).toBe(marks);
  });
}

test("an envelope id proves which email it names, and a Message-ID or another email's doesn't", () => {
  provideSettings({});
  const [id, other] = [randomUUID(), randomUUID()];
  const proving = envelopeId(id);
  expect(proving).not.toBe(id);
  expect(mailOfEnvelope(proving)).toBe(id);
  for (const forged of [
    null,
    "",
    id,
    `${id}@inbox.example`,
    proving.replace(id, other),
    `${proving}x`,
    proving.slice(0, -1),
  ])
    expect(mailOfEnvelope(forged)).toBeNull();
});

test("what a server said of an address is known only if it refused it for good", () => {
  const refusal = (response: string, command = "RCPT TO") =>
    readRefusal({ command, response, responseCode: Number(response.slice(0, 3)) }).said;
  expect(refusal("550 5.1.1 No such\r\n user")).toEqual({ status: "5.1.1", says: "550 5.1.1 No such user" });
  expect(refusal("550 no such user")).toBe(null);
  expect(refusal("451 4.3.0 later")).toBe(null);
  expect(refusal("550 5.1.8 Bad sender", "MAIL FROM")).toBe(null);
});

test("why an address gets no email is said in words, by the status", () => {
  const at = new Date(0);
  const reasonOf = (bounce: string) => bounceReason(toBounceJson({ at, bounce }));
  expect(reasonOf("5.1.1 550 No such user")).toBe("the mailbox doesn’t exist");
  expect(reasonOf("5.4.4 Host not found")).toBe("its domain doesn’t exist or accepts no email");
  expect(reasonOf("5.1.3")).toBe("the address isn’t valid");
  expect(reasonOf("5.0.0 x")).toBe("the mail server didn’t say why");
  expect(toBounceJson({ at, bounce: "5.1.1 550 <b>No</b>" })).toEqual({
    since: at.toISOString(),
    status: "5.1.1",
    says: "550 <b>No</b>",
  });
});

test("what DNS says of a domain is judged, and no response isn't a missing record", () => {
  const domain = "shop.com";
  expect(spfRecord(domain, { found: [] })).toMatchObject({ state: "warning" });
  expect(spfRecord(domain, { found: ["v=spf1 -all"] })).toMatchObject({ state: "good", says: "v=spf1 -all" });
  expect(spfRecord(domain, { found: ["v=spf1 -all", "v=spf1 ~all"] })).toMatchObject({ state: "failing" });
  expect(spfRecord(domain, { failed: true })).toMatchObject({ says: "DNS didn't respond for shop.com." });
  expect(mxRecord(domain, { found: [] })).toMatchObject({ state: "warning" });
  expect(dkimRecord(domain, null)).toMatchObject({ state: "off" });
  expect(dkimRecord(domain, [])).toMatchObject({ state: "warning" });
  expect(dkimRecord(domain, [{ domain: "provider.com", passes: true }])).toMatchObject({ state: "warning" });
  expect(dkimRecord(domain, [{ domain, passes: false }])).toMatchObject({ state: "failing" });
  expect(dkimRecord(`mail.${domain}`, [{ domain, passes: true }])).toMatchObject({ state: "good" });
});

test("reports and the way in say what to do next", () => {
  const base = { from: "inbox@shop.com", bounced: 0, sent: 5, lastReportAt: null, isReceiving: true };
  expect(bouncesHop({ ...base, isReceiving: false })).toMatchObject({ state: "off" });
  expect(bouncesHop(base).todo).toContain("inbox@shop.com");
  expect(bouncesHop({ ...base, lastReportAt: new Date() })).toMatchObject({ state: "good" });
  expect(bouncesHop({ ...base, lastReportAt: new Date(), bounced: 3, sent: 40 })).toMatchObject({
    state: "warning",
    says: "3 emails came back in the last 7 days, of 40.",
  });
  expect(postHop({ lastPostedAt: null })).toMatchObject({ state: "warning" });
  expect(postHop({ lastPostedAt: new Date() })).toMatchObject({ state: "good" });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { RatedConversationResponse } from "#lib/desk/conversations/schema.ts";
import { AccountMailResponse } from "#lib/notify/mail/schema.ts";
import { MemberListResponse } from "#lib/team/members/schema.ts";
import { envelopeId } from "#platform/mail/envelope-id.ts";
import { ask, refuseFields, send } from "../support/api-client.ts";
import { deliveryReport } from "../support/delivery-report.ts";
import { INBOUND, postMail, receiveAll } from "../support/inbound.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";

/* An email comes back: its address is marked, people see it, and no more emails go there. */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld(INBOUND);
});
test.afterAll(() => world.close());

const FROM = "inbox@inbox.example";
type About = Parameters<typeof deliveryReport>[0];

/** A conversation whose visitor was emailed a reply, and that email's id. */
async function newThread() {
  const { owner, site } = await world.newOwnerWithSite();
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  const visitor = await world.openWidget(site);
  const email = `ada-${visitor.id}@example.com`;
  const id = await world.write(visitor, "Hello?", { email });
  await world.reply(owner, id, "Hi!");
  await world.deliverAll();
  const [mail] = await world.sql<{ id: string }>(
    "SELECT id FROM mails WHERE conversation_id = $1 AND status = 'sent'",
    [id],
  );
  return { owner, site, visitor, email, id, mailId: mail?.id ?? "" };
}

type Thread = Awaited<ReturnType<typeof newThread>>;
const call = (owner: MailedOwner, body?: object) => ({
  baseUrl: world.baseUrl,
  token: owner.token,
  ...(body && { body }),
});

/** Receives a report, and returns what became of it. */
async function report(about: About): Promise<string> {
  await postMail(world, deliveryReport(about, FROM), { from: "<>", to: FROM });
  return (await receiveAll(world)).join();
}

const conversationOf = async ({ owner, id }: Pick<Thread, "owner" | "id">) =>
  (await ask(RatedConversationResponse, 200, "GET", `/conversations/${id}`, call(owner))).conversation;
const mailsTo = (email: string) => world.server.received.filter(({ to }) => to.includes(email)).length;

test("an email that comes back marks its address for the team, and no more emails go there until it's tried again", async () => {
  const thread = await newThread();
  const { owner, email, id, mailId } = thread;
  const before = await conversationOf(thread);
  expect(before).not.toHaveProperty("visitorEmailBounced");
  expect(await report({ envelopeId: envelopeId(mailId), recipient: email })).toBe("bounce: marked");
  const after = await conversationOf(thread);
  expect(after.visitorEmailBounced).toMatchObject({ status: "5.1.1", says: expect.stringContaining("User unknown") });
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  const [ended] = await world.endsOf(thread.site.id);
  expect(ended).toMatchObject({ status: "failed", reason: expect.stringContaining("5.1.1") });

  await world.reply(owner, id, "Are you there?");
  await world.deliverAll();
  expect(mailsTo(email)).toBe(1);
  await refuseFields(
    ["visitorEmailBounced"],
    "PATCH",
    `/conversations/${id}`,
    call(owner, { visitorEmailBounced: true }),
  );
  await send("PATCH", `/conversations/${id}`, call(owner, { visitorEmailBounced: false }));
  expect(await conversationOf(thread)).not.toHaveProperty("visitorEmailBounced");
  await world.reply(owner, id, "Now?");
  await world.deliverAll();
  expect(mailsTo(email)).toBe(2);
  // With what came back, and what wasn't sent.
  const text = world.server.received.findLast(({ to }) => to.includes(email))?.mail.text ?? "";
  for (const message of ["Hi!", "Are you there?", "Now?"]) expect(text).toContain(message);
});

test("a new address clears the mark, and so does the link in an email", async () => {
  const { owner, visitor, email, id, mailId } = await newThread();
  expect(await report({ envelopeId: envelopeId(mailId), recipient: email })).toBe("bounce: marked");
  const other = `new-${visitor.id}@example.com`;
  await send("PATCH", "/public/visitor", { baseUrl: world.baseUrl, token: visitor.token, body: { email: other } });
  expect(await conversationOf({ owner, id })).not.toHaveProperty("visitorEmailBounced");
  await world.reply(owner, id, "At the new one?");
  await world.deliverAll();
  expect(mailsTo(other)).toBe(1);

  await world.sql("UPDATE visitors SET bounced_email = email, bounced_at = now(), bounce = '5.1.1' WHERE id = $1", [
    visitor.id,
  ]);
  const text = world.server.received.find(({ to }) => to.includes(other))?.mail.text ?? "";
  const token = /\/chat\?site=\w+#(\S+)/.exec(text)?.[1] ?? "";
  await send("POST", "/public/continue", { baseUrl: world.baseUrl, body: { token } });
  expect(await conversationOf({ owner, id })).not.toHaveProperty("visitorEmailBounced");
});

test("a full mailbox, a policy and a delay mark nothing, and only what failed for good ends the email", async () => {
  const ends: [string, string, string][] = [];
  for (const [action, status] of [
    ["failed", "5.2.2"],
    ["failed", "5.7.1"],
    ["failed", "4.4.7"],
    ["failed", "5.1.8"],
    ["delayed", "4.4.1"],
  ] as const) {
    const thread = await newThread();
    const end = await report({ envelopeId: envelopeId(thread.mailId), recipient: thread.email, action, status });
    expect(await conversationOf(thread), status).not.toHaveProperty("visitorEmailBounced");
    const [mail] = await world.endsOf(thread.site.id);
    ends.push([status, end, mail?.status ?? ""]);
  }
  expect(ends).toEqual([
    ["5.2.2", "bounce: noted", "failed"],
    ["5.7.1", "bounce: noted", "failed"],
    ["4.4.7", "bounce: noted", "failed"],
    ["5.1.8", "bounce: noted", "failed"],
    ["4.4.1", "bounce: delayed", "sent"],
  ]);
});

test("a forged report marks nothing: one without an email's id, about an old one, another address, or a second time", async () => {
  const thread = await newThread();
  const { owner, visitor, email, id, mailId } = thread;
  for (const about of [
    {},
    { envelopeId: randomUUID() },
    { envelopeId: envelopeId(randomUUID()) },
    { headerId: `${randomUUID()}@127.0.0.1` },
    { envelopeId: "1" },
  ]) {
    expect(await report({ ...about, recipient: email })).toBe("bounce: unmatched");
  }
  expect(await conversationOf(thread)).not.toHaveProperty("visitorEmailBounced");

  // The visitor has another address than the email went to.
  await world.sql("UPDATE visitors SET email = 'other@example.com' WHERE id = $1", [visitor.id]);
  expect(await report({ envelopeId: envelopeId(mailId), recipient: "other@example.com" })).toBe("bounce: noted");
  expect(await conversationOf(thread)).not.toHaveProperty("visitorEmailBounced");
  await world.sql("UPDATE visitors SET email = $2 WHERE id = $1", [visitor.id, email]);
  expect(await report({ envelopeId: envelopeId(mailId), recipient: email })).toBe("bounce: repeated");
  expect(await conversationOf(thread)).not.toHaveProperty("visitorEmailBounced");

  const old = await newThread();
  await world.sql("UPDATE mails SET sent_at = sent_at - interval '31 days' WHERE id = $1", [old.mailId]);
  expect(await report({ envelopeId: envelopeId(old.mailId), recipient: old.email })).toBe("bounce: unmatched");
  const pending = await world.sql<{ id: string }>(
    `INSERT INTO mails (id, job_id, kind, user_id, due_at, created_at, updated_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'test', $1, now() + interval '1 hour', now(), now()) RETURNING id`,
    [owner.id],
  );
  expect(await report({ envelopeId: envelopeId(pending[0]?.id ?? ""), recipient: owner.email })).toBe(
    "bounce: unmatched",
  );
  await world.sql("DELETE FROM mails WHERE id = $1", [pending[0]?.id]);
  expect(id).toBeTruthy();
});

test("a report with only the Message-ID, which each recipient of a reply sees, fails the email and marks nothing", async () => {
  const thread = await newThread();
  const { email: recipient, mailId } = thread;
  const headerId = `${mailId}@127.0.0.1`;
  const ends = [];
  for (const about of [{ headerId }, { headerId, says: "550 5.1.1 Unknown again" }, { envelopeId: mailId }])
    ends.push(await report({ ...about, recipient }));
  expect(ends).toEqual(["bounce: noted", "bounce: repeated", "bounce: unmatched"]);
  expect(await conversationOf(thread)).not.toHaveProperty("visitorEmailBounced");
  expect((await world.endsOf(thread.site.id))[0]).toMatchObject({ status: "failed" });
  // What proves it comes later.
  expect(await report({ envelopeId: envelopeId(mailId), headerId, recipient })).toBe("bounce: marked");
  expect((await conversationOf(thread)).visitorEmailBounced).toMatchObject({ status: "5.1.1" });
});

test("a report that a person forwards with their reply is their message", async () => {
  const thread = await newThread();
  const to = world.server.received.find((one) => one.to.includes(thread.email))?.mail.replyTo?.value[0]?.address ?? "";
  const forwarded = deliveryReport({ envelopeId: envelopeId(thread.mailId), recipient: thread.email }).toString();
  const raw = forwarded
    .replace(/^Return-Path.*\r\nFrom: .*\r\nTo: .*\r\n/, `From: ${thread.email}\r\nTo: ${to}\r\n`)
    .replace(/^Auto-Submitted.*\r\n/m, "")
    .replace("multipart/report; report-type=delivery-status;", "multipart/mixed;")
    .replace("Your message could not be delivered.", "Look what I got from you.");
  await postMail(world, Buffer.from(raw), { from: thread.email, to });
  expect(await receiveAll(world)).toEqual(["stored"]);
  expect(await conversationOf(thread)).not.toHaveProperty("visitorEmailBounced");
});

test("a teammate whose alerts come back sees it and gets no more, admins see it, and their other channels go on", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Anyone?");
  await world.deliverAll();
  const [mail] = await world.sql<{ id: string }>(
    "SELECT id FROM mails WHERE site_id = $1 AND kind IN ('owner_alert', 'member_alert') AND status = 'sent'",
    [site.id],
  );
  expect(await report({ envelopeId: envelopeId(mail?.id ?? ""), recipient: owner.email, status: "5.1.1" })).toBe(
    "bounce: marked",
  );
  const notifications = await world.sql("SELECT status FROM notifications WHERE mail_id = $1", [mail?.id]);
  expect(notifications).toEqual([{ status: "failed" }]);
  const settings = async () => (await ask(AccountMailResponse, 200, "GET", "/account/mail", call(owner))).mail;
  expect((await settings()).bounced).toMatchObject({ status: "5.1.1" });
  const members = async () => (await ask(MemberListResponse, 200, "GET", "/members", call(owner))).members;
  expect((await members())[0]?.emailBounced).toMatchObject({ status: "5.1.1" });

  const sentBefore = world.mailsTo(owner).length;
  await send("POST", `/public/conversations/${id}/messages`, {
    baseUrl: world.baseUrl,
    token: visitor.token,
    body: { message: "Hello again?" },
  });
  await world.deliverAll();
  expect(world.mailsTo(owner)).toHaveLength(sentBefore);
  // Account emails prove that it works.
  await send("POST", "/auth/forgot-password", { baseUrl: world.baseUrl, body: { email: owner.email } });
  await world.deliverAll();
  expect(world.mailsTo(owner)).toHaveLength(sentBefore + 1);

  await send("PATCH", "/account/mail", call(owner, { bounced: false }));
  expect(await settings()).not.toHaveProperty("bounced");
  expect((await members())[0]).not.toHaveProperty("emailBounced");
});

test("an address that the server refuses while sending is marked, and one that it refuses for another reason isn't", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  const markedBy = async (text: string) => {
    const visitor = await world.openWidget(site);
    const id = await world.write(visitor, "Hello?", { email: `no-${visitor.id}@example.com` });
    world.server.setReplies([{ at: "rcpt", reply: { code: 550, text } }]);
    await world.reply(owner, id, "Hi!");
    await world.deliverAll();
    world.server.setReplies([]);
    return (await conversationOf({ owner, id })).visitorEmailBounced?.status;
  };
  expect(await markedBy("5.1.1 No such user here")).toBe("5.1.1");
  expect(await markedBy("5.7.1 Relaying denied")).toBeUndefined();
  expect(await markedBy("No such user here")).toBeUndefined();
});

test("1,000 reports about one email mark its address once, and mail no one", async () => {
  test.setTimeout(180_000);
  const thread = await newThread();
  const about = { envelopeId: envelopeId(thread.mailId), recipient: thread.email };
  const sentBefore = world.server.received.length;
  for (let at = 0; at < 1_000; at += 1)
    await postMail(world, deliveryReport({ ...about, says: `550 5.1.1 No user ${at}` }, FROM), {
      from: "<>",
      to: FROM,
    });
  const ends = await receiveAll(world);
  expect(ends).toEqual(["bounce: marked", ...Array(999).fill("bounce: repeated")]);
  expect((await conversationOf(thread)).visitorEmailBounced?.says).toBe("No user 0");
  await world.deliverAll();
  expect(world.server.received.length).toBe(sentBefore);
});

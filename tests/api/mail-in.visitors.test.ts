import { generateKeyPairSync, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createTransport } from "nodemailer";
import { visitorOfConversation } from "#gate/visitor-of-conversation.ts";
import { EXPIRED_ROWS } from "#lib/data/cleanup/expired-rows.system.ts";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { removeUnusedContents } from "#lib/files/files/stored-contents.system.ts";
import { giveUpReceived } from "#lib/notify/mail-in/received.system.ts";
import { storeVisitorReply } from "#lib/notify/mail-in/store-visitor-reply.ts";
import { unreadableMail } from "#lib/notify/mail-in/unreadable-mail.ts";
import { senderProcessId } from "#platform/mail-in/check-senders.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { deliverIn, INBOUND, postMail, rawMail, receiveAll, receiveOne } from "../support/inbound.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startNameServer } from "../support/name-server.ts";
import { provideSettings } from "../support/provide-settings.ts";

/*
 * A visitor replies to an email, and it's in the thread: whole, once, and with what's known of its sender.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, LIMIT_INBOUND: "5", LIMIT_FILES: "14" });
});
test.afterAll(() => world.close());

/** A conversation whose visitor was emailed a reply, and where they reply to it. */
async function newThread() {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  const visitor = await world.openWidget(site);
  const email = `grace-${visitor.id}@example.com`;
  const id = await world.write(visitor, "Is it back?", { email, name: "Grace" });
  await world.reply(owner, id, "Yes, since Monday.");
  await world.deliverAll();
  return { owner, site, visitor, email, id, to: addressIn(mailsTo(email).at(-1)) };
}

const mailsTo = (email: string) => world.server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);
type SentMail = ReturnType<typeof mailsTo>[number];
const addressIn = (mail: SentMail | undefined) => mail?.replyTo?.value[0]?.address ?? "";

async function messagesOf(token: string, path: string) {
  return (await ask(MessageListResponse, 200, "GET", path, { baseUrl: world.baseUrl, token })).messages;
}
const asTeam = ({ owner, id }: { owner: { token: string }; id: string }) =>
  messagesOf(owner.token, `/conversations/${id}/messages`);
const lastOf = async (thread: Awaited<ReturnType<typeof newThread>>) => (await asTeam(thread)).at(-1);

const quoteOf = (mail: SentMail | undefined) =>
  `On Sun, 29 Nov 2026 at 10:00, Kiln Street <inbox@inbox.example> wrote:\r\n${(mail?.text ?? "").replace(/^/gm, "> ")}\r\n> ${addressIn(mail)}`;

test("a visitor's reply to an email is their message, with the quote folded and its sender named to the team only", async () => {
  const thread = await newThread();
  const { visitor, email, id, to } = thread;
  expect(to).toMatch(/^inbox\+[a-z2-7]{26}@in\.example$/);
  const [mail] = mailsTo(email);
  expect(mail?.text).not.toContain("aren’t read");
  const text = `Great, I'll *take* two.\r\n\r\n${quoteOf(mail)}`;
  const end = await deliverIn(world, {
    to,
    from: `Grace <${email}>`,
    text,
    headers: { "Message-ID": "<own@mail.example>" },
  });
  expect(end).toBe("stored");
  expect(await lastOf(thread)).toMatchObject({
    seq: 3,
    senderType: "visitor",
    senderId: visitor.id,
    body: "Great, I'll *take* two.",
    via: "email",
    mail: {
      from: email,
      subject: "Re: Hi",
      belief: "claimed",
      quoted: expect.stringContaining("Yes, since Monday."),
      originalUntil: expect.any(String),
    },
  });
  const token = /\/chat\?site=\w+#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "no token";
  expect(text).toContain(token);
  const stored = await world.sql<{ row: string }>("SELECT mm::text AS row FROM message_mails mm");
  expect(stored.filter(({ row }) => row.includes(token) || row.includes(to))).toEqual([]);
  const [theirs] = (await messagesOf(visitor.token, `/public/conversations/${id}/messages`)).slice(-1);
  expect(theirs).toMatchObject({ body: "Great, I'll *take* two.", via: "email" });
  expect(theirs).not.toHaveProperty("mail");
  expect(JSON.stringify(theirs)).not.toContain(email);

  await world.reply(thread.owner, id, "They're yours.");
  await world.deliverAll();
  const [, next] = mailsTo(email);
  expect([next?.inReplyTo, [next?.references].flat().slice(1)]).toEqual([
    "<own@mail.example>",
    [mail?.messageId, "<own@mail.example>"],
  ]);
  expect(addressIn(next)).not.toBe(to);
  const hashes = await world.sql<{ row: string }>("SELECT r::text AS row FROM reply_addresses r");
  expect(hashes.some(({ row }) => row.includes(to.slice(6, 32)))).toBe(false);
});

test("an email quotes earlier replies that went to the same address, and all once it's confirmed", async () => {
  const thread = await newThread();
  const { owner, visitor, id } = thread;
  const email = `other-${visitor.id}@example.com`;
  const set = (columns: string) => world.sql(`UPDATE visitors SET ${columns} WHERE id = $1`, [visitor.id]);
  const historyOf = async (message: string) => {
    await world.reply(owner, id, message);
    await world.deliverAll();
    const [now, history = ""] = mailsTo(email).at(-1)?.text?.split("Earlier in this conversation") ?? [];
    expect(now).toContain(message);
    return ["Yes, since Monday.", "Second", "Third"].filter((earlier) => history.includes(earlier));
  };
  await set(`email = '${email}'`);
  expect(await historyOf("Second")).toEqual([]);
  expect(await historyOf("Third")).toEqual(["Second"]);
  await set("confirmed_email = email");
  expect(await historyOf("Fourth")).toEqual(["Yes, since Monday.", "Second", "Third"]);
  expect(mailsTo(email).at(-1)?.text).not.toContain("Is it back?");
});

test("a reply that wasn't emailed yet when the visitor replied to an earlier one stays unread, and is emailed", async () => {
  const thread = await newThread();
  const { owner, email, id, to } = thread;
  await world.reply(owner, id, "And in two sizes.");
  expect(await deliverIn(world, { to, from: email, text: "Thanks for the first one" })).toBe("stored");
  const [row] = await world.sql(
    "SELECT last_seq, visitor_read_seq, visitor_unread_count, owner_unread_count FROM conversations WHERE id = $1",
    [id],
  );
  expect(row).toEqual({ last_seq: 4, visitor_read_seq: 2, visitor_unread_count: 1, owner_unread_count: 1 });
  await world.deliverAll();
  expect(mailsTo(email).at(-1)?.text).toContain("And in two sizes.");
  expect(mailsTo(email)).toHaveLength(2);
});

test("someone else's address is shown as such, and an email without one sender names none", async () => {
  const thread = await newThread();
  const { to, email } = thread;
  expect(await deliverIn(world, { to, from: "Eve <eve@evil.example>", text: "It's me" })).toBe("stored");
  expect((await lastOf(thread))?.mail).toMatchObject({ from: "eve@evil.example", belief: "other" });
  const two = { From: `${email}\r\nFrom: eve@evil.example` };
  expect(await deliverIn(world, { to, text: "Two senders", headers: two })).toBe("stored");
  expect((await lastOf(thread))?.mail?.belief).toBe("other");
  expect((await lastOf(thread))?.mail).not.toHaveProperty("from");
  const named = `"${email}" <eve@evil.example>`;
  expect(await deliverIn(world, { to, from: named, text: "Named like them" })).toBe("stored");
  expect((await lastOf(thread))?.mail).toMatchObject({ from: "eve@evil.example", belief: "other" });
});

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const KEY_RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
const signing = createTransport({
  streamTransport: true,
  buffer: true,
  newline: "windows",
  dkim: {
    domainName: "a.example",
    keySelector: "s1",
    privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  },
});

/** Changes what's known of a conversation's visitor. */
const setVisitor = (id: string, columns: string) =>
  world.sql(`UPDATE visitors SET ${columns} FROM conversations c WHERE c.visitor_id = visitors.id AND c.id = $1`, [id]);

test("an address that the visitor confirmed is shown as such if the email is signed by its domain, also for us", async () => {
  const thread = await newThread();
  const { to, id } = thread;
  const from = `grace-${thread.visitor.id}@a.example`;
  const isKey = (name: string) => name === "s1._domainkey.a.example";
  await using names = await startNameServer((name) => (isKey(name) ? [KEY_RECORD] : null));
  const beliefOf = async (text: string, { sent = to, change = (raw: string) => raw } = {}) => {
    const { message } = await signing.sendMail({ from, to: sent, subject: "Hi", text });
    await world.sql("DELETE FROM received_mails WHERE conversation_id = $1", [id]);
    await postMail(world, Buffer.from(change(message.toString())), { to });
    expect(await receiveAll(world, { nameServers: [names.server] })).toEqual(["stored"]);
    return (await lastOf(thread))?.mail?.belief;
  };
  const set = (columns: string) => setVisitor(id, columns);
  await set(`email = '${from}'`);
  expect(await beliefOf("Not confirmed yet")).toBe("claimed");
  await set("confirmed_email = email");
  expect(await beliefOf("Signed and confirmed")).toBe("confirmed");
  expect(await beliefOf("Signed, then changed", { change: (raw) => raw.replace("then changed", "and changed") })).toBe(
    "claimed",
  );
  expect(await beliefOf("Signed for someone else", { sent: "someone@else.example" })).toBe("claimed");
  const other = (await newThread()).to;
  expect(await beliefOf("Signed for another conversation", { sent: other })).toBe("claimed");
  // The parser doesn't read what's below 2 MiB of header, where the signed fields are.
  const padding = `X-Padding: ${"x".repeat(900)}\r\n`.repeat(2_500);
  for (const added of [`To: ${to}\r\n`, `From: ${from}\r\nTo: ${to}\r\n${padding}`]) {
    const replayed = { sent: "someone@else.example", change: (raw: string) => added + raw };
    expect(await beliefOf(`Sent again with ${added.length} bytes more`, replayed)).toBe("claimed");
  }
  await set("confirmed_email = 'earlier@a.example'");
  expect(await beliefOf("Confirmed another address")).toBe("claimed");
});

test("an email is stored as not proven if its signature can't be checked three times, and its files are uploaded once", async () => {
  const thread = await newThread();
  const from = `grace-${thread.visitor.id}@a.example`;
  await setVisitor(thread.id, `email = '${from}', confirmed_email = '${from}'`);
  // The host is short of memory whenever a key is looked up.
  await using names = await startNameServer(() => {
    const checking = senderProcessId();
    if (checking !== undefined) process.kill(checking, "SIGKILL");
    return undefined;
  });
  const attachments = [{ filename: "photo.png", content: png }];
  const { message } = await signing.sendMail({ from, to: thread.to, subject: "Hi", text: "Unchecked", attachments });
  const { id } = await postMail(world, Buffer.from(message.toString()), { to: thread.to });
  const [row] = await world.sql<{ id: string; jobId: string }>(
    'SELECT id, job_id AS "jobId" FROM received_mails WHERE id = $1',
    [id],
  );
  if (!row) throw new Error("no row");
  const attempt = (number: number) => receiveOne(world, row, { nameServers: [names.server], attempt: number });
  const countFiles = () => world.sql("SELECT FROM files WHERE visitor_id = $1", [thread.visitor.id]);
  for (const number of [1, 2]) expect(await attempt(number)).toBe("again: ended the process that read it");
  expect(await countFiles()).toHaveLength(0);
  expect(await attempt(3)).toBe("stored");
  expect(await countFiles()).toHaveLength(1);
  expect(await lastOf(thread)).toMatchObject({ body: "Unchecked", mail: { belief: "claimed" } });
});

test("an email to no address of ours, or to one that ended, becomes no message, and only an original that may be ours is kept, for a day", async () => {
  const thread = await newThread();
  const { owner, visitor, to, email } = thread;
  for (const other of ["inbox@in.example", to.replace("+", "-"), `${to.slice(0, 20)}@in.example`]) {
    expect(await deliverIn(world, { to: other, from: email, text: "Hello" }), other).toBe("refused: no_address");
  }
  expect(await world.sql("SELECT FROM received_mails WHERE reason = 'no_address' AND raw_hash IS NOT NULL")).toEqual(
    [],
  );
  const guessed = `inbox+${"a".repeat(26)}@in.example`;
  expect(await deliverIn(world, { to: guessed, from: email, text: "Hello" })).toBe("refused: no_address");
  await askNothing("DELETE", `/visitors/${visitor.id}`, { baseUrl: world.baseUrl, token: owner.token });
  expect(await deliverIn(world, { to, from: email, text: "I'm gone" })).toBe("refused: no_address");
  const kept = await world.sql(
    `SELECT from_address, envelope, raw_hash IS NOT NULL AS "hasOriginal",
      raw_until <= now() + interval '1 day' AND raw_until > now() + interval '23 hours' AS "forADay"
     FROM received_mails WHERE reason = 'no_address' ORDER BY created_at DESC LIMIT 2`,
  );
  expect(kept).toEqual(Array(2).fill({ from_address: null, envelope: {}, hasOriginal: true, forADay: true }));
});

test("an address of another domain is known by its token, and settings that are missing lose no email", async () => {
  const thread = await newThread();
  const { to, email: from, id } = thread;
  const moved = to.replace("in.example", "earlier.example");
  const text = `From before\r\n\r\nOn Sun, 29 Nov 2026 at 10:00, Kiln Street wrote:\r\n> Reply to ${moved}`;
  expect(await deliverIn(world, { to: moved, from, text })).toBe("stored");
  const last = await lastOf(thread);
  expect(last?.body).toBe("From before");
  expect(last?.mail?.quoted).toContain("@earlier.example");
  expect(last?.mail?.quoted).not.toContain(to.slice(6, 32));
  const settings = { DATABASE_URL: world.database.url, BASE_URL: world.baseUrl, ...world.settings };
  provideSettings({ ...settings, INBOUND_ADDRESS: "", INBOUND_SECRET: "" });
  try {
    expect(await deliverIn(world, { to, from, text: "Not lost" })).toContain("again: INBOUND_ADDRESS");
  } finally {
    provideSettings(settings);
  }
  expect(await receiveAll(world)).toEqual(["stored"]);
  expect((await lastOf(thread))?.body).toBe("Not lost");
  const rows = await world.sql("SELECT DISTINCT envelope FROM received_mails WHERE conversation_id = $1", [id]);
  expect(rows).toEqual([{ envelope: {} }]);
});

test("an email that failed is erased with its conversation, and keeps no address to reply to", async () => {
  const thread = await newThread();
  const { owner, visitor, to, email: from, id } = thread;
  const raw = rawMail({ to: "x@y.example", from, text: "Never read", headers: { "Delivered-To": to } });
  const { id: inHeader } = await postMail(world, raw, { to: "someone@in.example" });
  const { id: inEnvelope } = await postMail(world, rawMail({ to, from, text: "Nor this" }), { to });
  const ids = [inHeader, inEnvelope];
  await world.sql("ALTER TABLE message_keys RENAME TO message_keys_away");
  try {
    const rows = await world.sql<{ id: string; jobId: string }>(
      `SELECT id, job_id AS "jobId" FROM received_mails WHERE id = ANY($1)`,
      [ids],
    );
    for (const row of rows) await receiveOne(world, row).catch(() => undefined);
  } finally {
    await world.sql("ALTER TABLE message_keys_away RENAME TO message_keys");
  }
  const pending = await world.sql<{ id: string; jobId: string }>(
    `SELECT id, job_id AS "jobId" FROM received_mails WHERE id = ANY($1) AND conversation_id = $2`,
    [ids, id],
  );
  expect(pending).toHaveLength(2);
  for (const { id: rowId, jobId } of pending) await giveUpReceived({ queue: "inbound", rowId, jobId }, "Too often.");
  const failed = await world.sql("SELECT status, envelope FROM received_mails WHERE id = ANY($1)", [ids]);
  expect(failed).toMatchObject(Array(2).fill({ status: "failed", envelope: { to: [] } }));
  await askNothing("DELETE", `/visitors/${visitor.id}`, { baseUrl: world.baseUrl, token: owner.token });
  expect(await world.sql("SELECT FROM received_mails WHERE id = ANY($1)", [ids])).toEqual([]);
});

test("the address may be in any header that names recipients, in upper case, or in the envelope alone", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  const envelope = { to: "someone@in.example" };
  const cases = [
    { to: to.toUpperCase(), from, text: "In To" },
    { to: "x@y.example", from, text: "In Cc", headers: { Cc: `Shop <${to}>` } },
    { to: "x@y.example", from, text: "Delivered", headers: { "Delivered-To": to } },
  ];
  for (const mail of cases) expect(await deliverIn(world, { ...mail, envelope }), mail.text).toBe("stored");
  expect(await deliverIn(world, { to: "x@y.example", from, text: "Blind copy", envelope: { to } })).toBe("stored");
  expect((await asTeam(thread)).slice(2).map(({ body }) => body)).toEqual([
    "In To",
    "In Cc",
    "Delivered",
    "Blind copy",
  ]);
});

test("what a program wrote becomes no message", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  const byMachine: Record<string, string>[] = [
    { "Auto-Submitted": "auto-replied" },
    { Precedence: "bulk" },
    { "List-Id": "<news.example.com>" },
    { "Site-Inbox": "other.example" },
    { "X-Autoreply": "yes" },
  ];
  for (const headers of byMachine) {
    expect(await deliverIn(world, { to, from, text: "I'm away", headers }), JSON.stringify(headers)).toBe(
      "refused: machine",
    );
  }
  for (const envelope of [{ from: "" }, { from: "<>" }, { from: "MAILER-DAEMON" }]) {
    expect(await deliverIn(world, { to, from, text: randomUUID(), envelope })).toBe("refused: machine");
  }
  for (const own of ["inbox@inbox.example", to, "mailer-daemon@mail.example"]) {
    expect(await deliverIn(world, { to, from: own, text: "Undelivered" }), own).toBe("refused: machine");
  }
  expect(await deliverIn(world, { to, from, subject: "Automatic reply: Hi", text: "Written by hand" })).toBe("stored");
  expect((await asTeam(thread)).slice(2).map(({ body }) => body)).toEqual(["Written by hand"]);
});

test("the same email is one message, however often it's received and whatever a list adds to it", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  const headers = { "Message-ID": "<once@mail.example>" };
  const raw = rawMail({ to, from, text: "Once", headers });
  await postMail(world, raw, { to });
  expect(await receiveAll(world)).toEqual(["stored"]);
  await postMail(world, raw, { to: `other@in.example, ${to}` });
  expect(await receiveAll(world)).toEqual(["duplicate"]);
  expect(await deliverIn(world, { to, from, text: "Once\r\n\r\n-- \r\nSent by a list", headers })).toBe("duplicate");
  // With another Message-ID too: a replay of what the sender wrote then.
  expect(await deliverIn(world, { to, from, text: "Once", headers: { "Message-ID": "<new@mail.example>" } })).toBe(
    "duplicate",
  );
  expect(await deliverIn(world, { to, from, text: "Twice" })).toBe("stored");
  expect((await asTeam(thread)).slice(2).map(({ body }) => body)).toEqual(["Once", "Twice"]);
});

test("a closed conversation reopens, spam stays spam, and another open conversation gets the email", async () => {
  const thread = await newThread();
  const { owner, site, visitor, email: from, id, to } = thread;
  const patch = (body: object) => world.send("PATCH", `/conversations/${id}`, { token: owner.token, body });
  const state = async () =>
    (
      await world.sql<{ status: string; is_spam: boolean }>("SELECT status, is_spam FROM conversations WHERE id = $1", [
        id,
      ])
    )[0];
  await patch({ status: "closed" });
  expect(await deliverIn(world, { to, from, text: "Open again" })).toBe("stored");
  expect(await state()).toEqual({ status: "open", is_spam: false });
  await patch({ spam: true });
  expect(await deliverIn(world, { to, from, text: "Still spam" })).toBe("stored");
  expect((await state())?.is_spam).toBe(true);
  await patch({ spam: false });
  await patch({ status: "closed" });
  const other = await world.write(visitor, "Something new");
  expect(other).not.toBe(id);
  expect(await deliverIn(world, { to, from, text: "About both" })).toBe("stored");
  expect((await asTeam({ owner, id: other })).map(({ body }) => body)).toEqual(["Something new", "About both"]);
  const repeated = { Date: "Sun, 29 Nov 2026 11:00:00 +0000" };
  expect(await deliverIn(world, { to, from, text: "Both again", headers: repeated })).toBe("stored");
  expect(await deliverIn(world, { to, from, text: "Both again", headers: repeated })).toBe("duplicate");
  const where = await world.sql(
    "SELECT conversation_id FROM received_mails WHERE status = 'duplicate' ORDER BY updated_at DESC LIMIT 1",
  );
  expect(where).toEqual([{ conversation_id: other }]);
  expect((await state())?.status).toBe("closed");
  await patch({ visitorBlocked: true });
  expect(await deliverIn(world, { to, from, text: "Blocked" })).toBe("refused: blocked");
  await patch({ visitorBlocked: false });
  await world.sql("UPDATE sites SET closed_at = now() WHERE id = $1", [site.id]);
  expect(await deliverIn(world, { to, from, text: "Closed site" })).toBe("refused: gone");
});

test("a word that the site blocks keeps an email out, and past the limit emails wait, from anyone, and none is lost", async () => {
  const thread = await newThread();
  const { owner, site, email: from, to, id } = thread;
  await world.send("PATCH", `/sites/${site.id}/blocking`, { token: owner.token, body: { words: ["casino"] } });
  expect(await deliverIn(world, { to, from, text: "Join my casino" })).toBe("refused: not_accepted");
  const ends: string[] = [];
  // A sender can name any address.
  for (let at = 0; at < 12; at += 1) {
    ends.push(await deliverIn(world, { to, from: `someone${at}@else.example`, text: `Number ${at}` }));
  }
  expect(ends).toEqual([...Array(5).fill("stored"), ...Array(7).fill("postponed")]);
  const waits = await world.sql<{ hours: number }>(
    `SELECT ceil(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM received_mails
     WHERE conversation_id = $1 AND status = 'pending' ORDER BY created_at`,
    [id],
  );
  expect(waits.map(({ hours }) => hours)).toEqual([1, 1, 1, 1, 1, 2, 2]);
  expect(await deliverIn(world, { to: (await newThread()).to, text: "From afar" })).toBe("stored");

  await world.sql(
    `UPDATE received_mails SET updated_at = updated_at - interval '61 minutes', due_at = due_at - interval '61 minutes'
     WHERE conversation_id = $1`,
    [id],
  );
  expect(await receiveAll(world)).toEqual(Array(5).fill("stored"));
  expect((await asTeam(thread)).slice(2).map(({ body }) => body)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Number ${at}`),
  );
});

test("a sender who writes to many conversations waits too", async () => {
  const thread = await newThread();
  const other = await newThread();
  const from = "busy@else.example";
  expect(await deliverIn(world, { to: thread.to, from, text: "First" })).toBe("stored");
  await world.sql(
    `INSERT INTO received_mails (id, job_id, status, due_at, place_hash, envelope, size, raw_until, from_address, created_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'stored', now(), sha256(i::text::bytea), '{}', 1, now(), $1, now(), now()
     FROM generate_series(1, 49) AS i`,
    [from],
  );
  expect(await deliverIn(world, { to: other.to, from, text: "One too many" })).toBe("postponed");
  await world.sql("DELETE FROM received_mails WHERE from_address = $1", [from]);
});

test("an empty email is refused, and one that's longer than a message keeps its rest for the team", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  expect(await deliverIn(world, { to, from, text: " \r\n" })).toBe("refused: empty");
  const lines = Array.from({ length: 200 }, (_, at) => `Line ${at} ${"x".repeat(40)}`);
  expect(await deliverIn(world, { to, from, text: lines.join("\r\n") })).toBe("stored");
  const message = await lastOf(thread);
  expect(message?.body.length).toBeLessThanOrEqual(4_000);
  expect(`${message?.body}\n${message?.mail?.rest}`.split("\n")).toEqual(lines);
  expect(message?.mail).not.toHaveProperty("cut");
  expect(message).not.toHaveProperty("files");
});

test("of an email that's longer than a page shows, the beginning is shown, and a file has all of it", async () => {
  const thread = await newThread();
  const { owner, site, visitor, to, email: from, id } = thread;
  await world.send("PATCH", `/sites/${site.id}`, {
    token: owner.token,
    body: { fileKinds: ["images", "documents", "text"] },
  });
  const lines = Array.from({ length: 2_000 }, (_, at) => `Line ${at} ${"x".repeat(40)}`);
  const quoted = `On Sun, 29 Nov 2026 at 10:00, Kiln Street wrote:\r\n${lines.map((line) => `> ${line}`).join("\r\n")}`;
  expect(await deliverIn(world, { to, from, text: `${lines.join("\r\n")}\r\n\r\n${quoted}` })).toBe("stored");
  const message = await lastOf(thread);
  expect(message?.mail?.cut).toEqual(["rest", "quoted"]);
  expect([message?.mail?.rest?.length, message?.mail?.quoted?.length]).toEqual([20_000, 20_000]);
  expect(message?.files?.map(({ name }) => name)).toEqual(["message.txt"]);
  const [theirs] = (await messagesOf(visitor.token, `/public/conversations/${id}/messages`)).slice(-1);
  expect(theirs).not.toHaveProperty("mail");
  const content = await fetch(theirs?.files?.[0]?.url ?? "");
  expect((await content.text()).trimEnd().split("\n")).toEqual(lines);
  const csv = (await world.send("GET", `/sites/${site.id}/export?format=csv`, { token: owner.token })).text;
  expect(csv.match(/ \[…\]/g)).toHaveLength(2);
});

test("a logo in the signature doesn't hide what's written below a quote's beginning", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  const quote = "On Sun, 29 Nov 2026 at 10:00, Kiln Street wrote:\r\n> Yes, since Monday.\r\n> Mine: two, please";
  const parts = [{ name: "smime.p7s", type: "application/pkcs7-signature", content: "signature" }];
  expect(await deliverIn(world, { to, from, text: quote, parts })).toBe("stored");
  expect((await lastOf(thread))?.body).toContain("Mine: two, please");
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("files become the message's within the site's limits, and what's left out is named to the team", async () => {
  const thread = await newThread();
  const { owner, site, to, email: from } = thread;
  await world.send("PATCH", `/sites/${site.id}`, { token: owner.token, body: { fileKinds: ["images"] } });
  const parts = [
    { name: "photo.png", type: "image/png", content: png },
    { name: "setup.exe", type: "application/octet-stream", content: "MZ\u0000\u0001 program" },
    { name: "notes.txt", type: "text/plain", content: "Only pictures here" },
  ];
  expect(await deliverIn(world, { to, from, text: "See the photo", parts })).toBe("stored");
  const message = await lastOf(thread);
  expect(message?.files?.map(({ name, kind }) => [name, kind])).toEqual([["photo.png", "image"]]);
  expect(message?.mail?.leftOut?.map(({ name, reason }) => [name, reason])).toEqual([
    ["setup.exe", "kind"],
    ["notes.txt", "kind"],
  ]);
  expect(await deliverIn(world, { to, from, parts: [{ ...png1, name: "alone.png" }] })).toBe("stored");
  expect((await lastOf(thread))?.body).toBe("alone.png");
  const many = Array.from({ length: 11 }, (_, at) => ({ ...png1, name: `${at}.png` }));
  expect(await deliverIn(world, { to, from, text: "Many", parts: many })).toBe("stored");
  const last = await lastOf(thread);
  expect(last?.files).toHaveLength(10);
  expect(last?.mail?.leftOut).toEqual([{ name: "10.png", size: png.length, reason: "count" }]);
  // LIMIT_FILES is 14: three files were in the first email, one in the second, ten in the third.
  expect(await deliverIn(world, { to, from, text: "One more", parts: [{ ...png1, name: "more.png" }] })).toBe("stored");
  expect((await lastOf(thread))?.mail?.leftOut?.map(({ reason }) => reason)).toEqual(["limit"]);
});
const png1 = { type: "image/png", content: png };

test("a job that's killed after any step, or runs twice, stores one message with its files", async () => {
  const thread = await newThread();
  const { to, email: from, id } = thread;
  const raw = rawMail({ to, from, text: "Once only", parts: [{ ...png1, name: "a.png" }] });
  const received = await postMail(world, raw, { to });
  const rows = () =>
    world.sql<{ id: string; jobId: string }>('SELECT id, job_id AS "jobId" FROM received_mails WHERE id = $1', [
      received.id,
    ]);
  // A process was killed after it had stored everything but the end.
  await world.sql("CREATE TABLE kept AS SELECT * FROM received_mails WHERE id = $1", [received.id]);
  const [row] = await rows();
  if (!row) throw new Error("no row");
  expect(await Promise.all([receiveOne(world, row), receiveOne(world, row)])).toEqual(["stored", "stored"]);
  await world.sql(
    "UPDATE received_mails r SET status = 'pending', conversation_id = NULL, from_address = NULL, envelope = k.envelope FROM kept k WHERE r.id = k.id",
  );
  await world.sql("DROP TABLE kept");
  expect(await receiveAll(world)).toEqual(["stored"]);
  const messages = (await asTeam(thread)).slice(2);
  expect(messages.map(({ body, files }) => [body, files?.length])).toEqual([["Once only", 1]]);
  expect(
    await world.sql(
      "SELECT FROM message_mails mm JOIN messages m ON m.id = mm.message_id WHERE m.conversation_id = $1",
      [id],
    ),
  ).toHaveLength(1);
});

test("an original is downloaded as it came by admins, logged, and removed when its time is over", async () => {
  const thread = await newThread();
  const { owner, site, to, email: from, id } = thread;
  const raw = rawMail({ to, from, text: "As it came" });
  await postMail(world, raw, { to });
  expect(await receiveAll(world)).toEqual(["stored"]);
  const message = await lastOf(thread);
  const path = `/conversations/${id}/messages/${message?.id}/original`;
  const original = await world.send("GET", path, { token: owner.token });
  expect([original.status, original.headers.get("content-type"), original.text]).toEqual([
    200,
    "message/rfc822",
    raw.toString(),
  ]);
  expect(original.headers.get("content-disposition")).toBe('attachment; filename="email.eml"');
  const [logged] = await world.sql("SELECT actor_id, site_id FROM activity WHERE action = 'message.original_opened'");
  expect(logged).toEqual({ actor_id: owner.id, site_id: site.id });
  const [first] = await asTeam(thread);
  const call = { baseUrl: world.baseUrl, token: owner.token };
  await refuse("not_found", "GET", `/conversations/${id}/messages/${first?.id}/original`, call);
  const stranger = await world.newOwnerWithSite();
  await refuse("not_found", "GET", path, { ...call, token: stranger.owner.token });
  const [{ workspace_id: workspaceId } = { workspace_id: "" }] = await world.sql<{ workspace_id: string }>(
    "SELECT workspace_id FROM sites WHERE id = $1",
    [site.id],
  );
  const member = { workspace_id: workspaceId, user_id: stranger.owner.id };
  await insertRows(world.sql, "members", [{ ...member, role: "agent" }]);
  const asMember = { ...call, token: stranger.owner.token, workspaceId };
  await refuse("not_permitted", "GET", path, asMember);
  await world.sql("UPDATE members SET role = 'admin', site_ids = '{}' WHERE user_id = $1 AND workspace_id = $2", [
    stranger.owner.id,
    workspaceId,
  ]);
  await refuse("not_found", "GET", path, asMember);

  await world.sql("UPDATE received_mails SET raw_until = now() - interval '1 minute'");
  for (const { what, delete: run } of EXPIRED_ROWS) if (what.startsWith("received emails")) await run();
  await removeUnusedContents();
  await refuse("link_gone", "GET", path, call);
  expect((await lastOf(thread))?.mail).not.toHaveProperty("originalUntil");
  expect(
    await world.sql(
      "SELECT FROM stored_files WHERE media_type = 'message/rfc822' AND hash IN (SELECT raw_hash FROM received_mails WHERE status <> 'pending')",
    ),
  ).toEqual([]);
  await world.sql("UPDATE received_mails SET created_at = now() - interval '31 days'");
  for (const { what, delete: run } of EXPIRED_ROWS) if (what.includes("became of received")) await run();
  expect(await world.sql("SELECT FROM received_mails WHERE status <> 'pending'")).toEqual([]);
  expect((await lastOf(thread))?.body).toBe("As it came");
});

test("exports contain what an email has besides its text, and erasing the visitor removes the original too", async () => {
  const thread = await newThread();
  const { owner, site, visitor, to, email: from, id } = thread;
  const [mail] = mailsTo(from);
  expect(await deliverIn(world, { to, from, subject: "=Canary", text: `Exported\r\n\r\n${quoteOf(mail)}` })).toBe(
    "stored",
  );
  const get = async (path: string) => (await world.send("GET", path, { token: owner.token })).text;
  const json = JSON.parse(await get(`/sites/${site.id}/export`));
  const exported = json.visitors[0].conversations.find((one: { id: string }) => one.id === id);
  expect(exported.messages.at(-1)).toMatchObject({
    via: "email",
    mail: { from, subject: "=Canary", belief: "claimed" },
  });
  const csv = await get(`/visitors/${visitor.id}/export?format=csv`);
  expect(csv.split("\r\n")[0]).toContain("emailFrom,emailSubject,emailRest,emailQuoted,emailSignature");
  expect(csv).toContain(`${from},'=Canary`);
  const keys = await world.sql<{ key: string }>(
    "SELECT o.storage_key AS key FROM received_mails r JOIN stored_files o ON o.hash = r.raw_hash WHERE r.conversation_id = $1",
    [id],
  );
  expect(keys).toHaveLength(1);
  await askNothing("DELETE", `/visitors/${visitor.id}`, { baseUrl: world.baseUrl, token: owner.token });
  await removeUnusedContents();
  expect(await world.sql("SELECT FROM stored_files WHERE storage_key = $1", [keys[0]?.key])).toEqual([]);
  for (const table of ["received_mails", "reply_addresses"]) {
    expect(await world.sql(`SELECT FROM ${table} WHERE conversation_id = $1`, [id]), table).toEqual([]);
  }
});

test("an email that can't be parsed is set aside as a message with its original, in no other email's way", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  await postMail(world, Buffer.from([0xff, 0x00, 0x0a, 0xfe]), { to });
  await postMail(world, rawMail({ to, from, text: "The next one" }), { to });
  expect((await receiveAll(world)).at(-1)).toBe("stored");
  expect((await lastOf(thread))?.body).toBe("The next one");
});

test("each email that breaks the parser is a message of its own, and the same one is one", async () => {
  const thread = await newThread();
  const { to, id } = thread;
  const scope = await visitorOfConversation(id);
  if (!scope) throw new Error("no visitor");
  const store = async (rawHash: string) => {
    const received = await postMail(world, rawMail({ to, text: randomUUID() }), { to });
    const stored = await storeVisitorReply(scope, {
      address: { conversationId: id, seenSeq: 2 },
      visitor: { email: null, isConfirmed: false },
      receivedId: received.id,
      rawHash,
      mail: unreadableMail(),
      findFreeAt: () => Promise.resolve(null),
      isProven: () => Promise.resolve(false),
    });
    return "status" in stored && stored.status;
  };
  expect([await store("one"), await store("another"), await store("one")]).toEqual(["stored", "stored", "duplicate"]);
  const [text] = unreadableMail().lines;
  expect((await asTeam(thread)).slice(2).map(({ body }) => body)).toEqual([text?.text, text?.text]);
  await world.sql("DELETE FROM received_mails WHERE status = 'pending'");
});

test("an email without a Date that says what an earlier one said is another message", async () => {
  const thread = await newThread();
  const { to, email: from } = thread;
  for (const more of [
    { Date: "" },
    { Date: "" },
    { Date: "", "Message-ID": "", "X-Number": "1" },
    { Date: "", "Message-ID": "", "X-Number": "2" },
  ])
    expect(await deliverIn(world, { to, from, text: "Thanks", headers: more })).toBe("stored");
  const once = { Date: "", "Message-ID": "<same@mail.example>" };
  expect(await deliverIn(world, { to, from, text: "Thanks", headers: once })).toBe("stored");
  expect(await deliverIn(world, { to, from, text: "Thanks", headers: { ...once, "X-Number": "1" } })).toBe("duplicate");
  expect((await asTeam(thread)).slice(2).map(({ body }) => body)).toEqual(Array(5).fill("Thanks"));
});

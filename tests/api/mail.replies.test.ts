import { expect, test } from "@playwright/test";
import { ContinueChatResponse } from "#lib/desk/visitors/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startProcess } from "../support/start-process.ts";
import { addFile } from "../support/uploaded-files.ts";
import { hashOf } from "../support/verified.ts";

/*
 * Mails to visitors who left an address, and the links in them.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld();
});
test.afterAll(() => world.close());

/** A conversation of a visitor who left an address, which its owner knows of. */
async function newConversation(fields: object = {}) {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, fields);
  const visitor = await world.openWidget(site);
  const email = `visitor-${visitor.id}@example.com`;
  const id = await world.write(visitor, "Is it back?", { email, name: "Grace" });
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  return { owner, site, visitor, email, id };
}

const mailsTo = (email: string) => world.server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);
const tokenIn = (text = "") => /\/chat\?site=\w+#(\S+)/.exec(text)?.[1] ?? "";
const continueChat = (token: string) =>
  ask(ContinueChatResponse, 200, "POST", "/public/continue", { baseUrl: world.baseUrl, body: { token } });

test("replies that a visitor hasn't seen are one email, from the site's name, with a link back that works once", async () => {
  const { owner, site, visitor, email, id } = await newConversation({ name: "Kiln Street" });
  await world.reply(owner, id, "Yes, <i>since</i> Monday.");
  const file = await addFile(site.id, { userId: owner.id }, { name: "sizes.pdf" }, world.sql);
  const replied = { baseUrl: world.baseUrl, token: owner.token, body: { message: "In two sizes.", files: [file] } };
  await send("POST", `/conversations/${id}/messages`, replied);
  await world.deliverAll();
  const [mail, ...more] = mailsTo(email);
  expect(more).toEqual([]);
  expect([mail?.subject, mail?.from?.text]).toEqual([
    "Kiln Street replied to your message",
    '"Kiln Street" <inbox@inbox.example>',
  ]);
  expect(mail?.replyTo).toBeUndefined();
  expect(mail?.text).toMatch(/:\n\nYes, <i>since<\/i> Monday\.\n[\s\S]*:\n\nIn two sizes\.\n\nsizes\.pdf \(2 MB\)\n/);
  // What the visitor wrote is not repeated: the address may be someone else's.
  expect(mail?.text).not.toContain("Is it back?");
  expect(mail?.text).not.toContain(owner.email);

  const token = tokenIn(mail?.text);
  const continued = await continueChat(token);
  expect([continued.siteKey, continued.visitorId]).toEqual([site.publicKey, visitor.id]);
  const again = await world.openWidget(site, { visitorToken: continued.visitorToken });
  expect(again.id).toBe(visitor.id);
  await refuse("link_gone", "POST", "/public/continue", { baseUrl: world.baseUrl, body: { token } });
});

test("an email names the person who replied if the site shows names, and has the visitor's own time zone if it's known", async () => {
  const { owner, site, visitor, email, id } = await newConversation({ name: "Kiln Street" });
  await world.sql("UPDATE users SET name = 'Mara Lind' WHERE id = $1", [owner.id]);
  const quotes = async (text: string) => {
    await world.reply(owner, id, text);
    await world.deliverAll();
    return (
      mailsTo(email)
        .at(-1)
        ?.text?.split("\n")
        .find((line) => / (UTC|GMT[+:\d]*):$/.test(line)) ?? ""
    );
  };
  expect(await quotes("First")).toMatch(/^Kiln Street, \d+ \w+, \d\d:\d\d UTC:$/);
  await world.sql("UPDATE sites SET reply_name = 'person', collects_details = true WHERE id = $1", [site.id]);
  const visit = { baseUrl: world.baseUrl, token: visitor.token, body: { timeZone: "Asia/Kolkata" } };
  expect((await send("POST", `/public/conversations/${id}/visit`, visit)).status).toBe(204);
  expect(await quotes("Second")).toMatch(/^Mara Lind, \d+ \w+, \d\d:\d\d GMT\+5:30:$/);
});

test("a conversation's emails are one thread with one subject, and quote what the team said before, never the visitor", async () => {
  const { owner, visitor, email, id } = await newConversation({ name: "Kiln Street" });
  await world.sql("UPDATE visitors SET confirmed_email = email WHERE id = $1", [visitor.id]);
  const texts = ["Reply 1", "Reply 2", "Reply 3", "Reply 4", "Reply 5", "Reply 6", "Reply 7"];
  for (const text of texts) {
    await world.reply(owner, id, text);
    await world.deliverAll();
    await world.send("POST", `/public/conversations/${id}/messages`, {
      token: visitor.token,
      body: { message: `A stranger's words after ${text}` },
    });
  }
  const mails = mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(
    texts.map((_, at) => `${at === 0 ? "" : "Re: "}Kiln Street replied to your message`),
  );
  const root = `<thread-${id}@${new URL(world.baseUrl).hostname}>`;
  const ids = mails.map(({ messageId }) => messageId ?? "");
  expect(new Set(ids).size).toBe(texts.length);
  for (const [at, mail] of mails.entries()) {
    const thread = [root, ...ids.slice(0, at)];
    expect([mail.inReplyTo, [mail.references].flat()]).toEqual([thread.at(-1), thread]);
    expect(mail.text).toContain(`\n\nReply ${at + 1}\n`);
    const quotes = [...(mail.text ?? "").matchAll(/^> (.*)$/gm)].map(([, line]) => line);
    expect(quotes).toEqual(texts.slice(Math.max(0, at - 5), at));
    expect(`${mail.text}${mail.html}`).not.toContain("A stranger");
  }
});

test("only a hash of a link's token is stored, and after 7 days it stops working", async () => {
  const { owner, email, id } = await newConversation();
  await world.reply(owner, id, "Yes");
  await world.deliverAll();
  const token = tokenIn(mailsTo(email)[0]?.text);
  const rows = await world.sql<{ row: string }>("SELECT l::text AS row FROM one_time_links l");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString("hex")))).toEqual([]);
  const [{ days } = { days: 0 }] = await world.sql<{ days: number }>(
    "SELECT round(extract(epoch FROM max(expires_at) - now()) / 86400)::int AS days FROM one_time_links",
  );
  expect(days).toBe(7);
  await world.sql("UPDATE one_time_links SET expires_at = now()");
  for (const wrong of [token, "", "x".repeat(43), token.slice(1)]) {
    const code = wrong === "" ? "invalid_request" : "link_gone";
    await refuse(code, "POST", "/public/continue", { baseUrl: world.baseUrl, body: { token: wrong } });
  }
});

test("a visitor who has read the reply, left no address, is blocked or unsubscribed gets no email", async () => {
  const read = await newConversation();
  await world.reply(read.owner, read.id, "Yes");
  await world.send("POST", `/public/conversations/${read.id}/read`, { token: read.visitor.token, body: { seq: 2 } });

  const blocked = await newConversation();
  await world.reply(blocked.owner, blocked.id, "Yes");
  const { token } = blocked.owner;
  await world.send("PATCH", `/conversations/${blocked.id}`, { token, body: { visitorBlocked: true } });

  const off = await newConversation();
  await world.send("PATCH", `/sites/${off.site.id}/mail`, { token: off.owner.token, body: { visitorAnswers: false } });
  await world.reply(off.owner, off.id, "Yes");

  await world.deliverAll();
  for (const { email } of [read, blocked, off]) expect(mailsTo(email)).toEqual([]);

  const silent = await world.openWidget(off.site);
  const id = await world.write(silent, "Hello");
  await world.reply(off.owner, id, "Hello");
  const kinds = await world.sql("SELECT FROM mails WHERE conversation_id = $1 AND kind = 'visitor_answer'", [id]);
  expect(kinds).toEqual([]);
});

test("a deleted reply isn't in an email that's sent later, and an email without any other reply isn't sent", async () => {
  const remove = async (owner: MailedOwner, id: string, text: string) => {
    const found = "SELECT id FROM messages WHERE conversation_id = $1 AND body = $2";
    const [message] = await world.sql<{ id: string }>(found, [id, text]);
    const response = await world.send("DELETE", `/conversations/${id}/messages/${message?.id}`, { token: owner.token });
    expect(response.status).toBe(204);
  };
  const some = await newConversation();
  await world.reply(some.owner, some.id, "Your password is swordfish");
  await world.reply(some.owner, some.id, "Yes, in two sizes.");
  await remove(some.owner, some.id, "Your password is swordfish");
  const none = await newConversation();
  await world.reply(none.owner, none.id, "Your password is swordfish");
  await remove(none.owner, none.id, "Your password is swordfish");
  const later = await newConversation();
  await world.reply(later.owner, later.id, "Yes.");
  await world.deliverAll();
  await world.reply(later.owner, later.id, "Your password is swordfish");
  await remove(later.owner, later.id, "Your password is swordfish");
  for (let time = 0; time < 3; time += 1) await world.deliverAll();
  expect(mailsTo(none.email)).toEqual([]);
  expect(mailsTo(later.email)).toHaveLength(1);
  // Nothing goes on waiting for an email.
  const queued = "SELECT count(*)::int AS count FROM mails WHERE conversation_id = $1 AND kind = 'visitor_answer'";
  const waiting = "SELECT id FROM conversations WHERE id = ANY ($1) AND visitor_mail_id IS NOT NULL";
  expect([await world.sql(queued, [none.id]), await world.sql(queued, [later.id])]).toEqual([
    [{ count: 1 }],
    [{ count: 2 }],
  ]);
  expect(await world.sql(waiting, [[none.id, later.id]])).toEqual([]);
  const [mail, ...more] = mailsTo(some.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("\nYes, in two sizes.\n");
  expect(mail?.text).not.toContain("swordfish");
  // Nor is it quoted below the next one.
  await world.reply(some.owner, some.id, "And in blue.");
  await world.deliverAll();
  expect(mailsTo(some.email)[1]?.text).not.toContain("swordfish");
});

test("the widget session says whether replies can reach the visitor by email", async () => {
  const promised = async ({ site }: { site: SiteJson }) => {
    const body = { siteKey: site.publicKey };
    const call = { baseUrl: world.baseUrl, body };
    return (await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", call)).site.emailReplies;
  };
  const { owner, site } = await newConversation();
  expect(await promised({ site })).toBe(true);
  await world.send("PATCH", `/sites/${site.id}/mail`, { token: owner.token, body: { visitorAnswers: false } });
  expect(await promised({ site })).toBe(false);

  const unconfirmed = await world.newOwner({ confirmed: false });
  expect(await promised({ site: await world.newSite(unconfirmed) })).toBe(false);
});

test("an owner who hasn't confirmed their own address can't email anyone else (E6)", async () => {
  const { owner, email, id } = await newConversation();
  await world.sql("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", [owner.id]);
  await world.reply(owner, id, "Buy now");
  await world.deliverAll();
  expect(await world.mails()).toEqual([]);
  expect(mailsTo(email)).toEqual([]);
  await world.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [owner.id]);
  await world.reply(owner, id, "It is me");
  await world.deliverAll();
  expect(mailsTo(email).map(({ text }) => text)).toEqual([expect.stringMatching(/\nBuy now\n[\s\S]*\nIt is me\n/)]);
});

test("a visitor unsubscribes with one request, and gets no email from then on", async () => {
  const { owner, email, id } = await newConversation();
  await world.reply(owner, id, "First");
  await world.deliverAll();
  const url = /\S+\/unsubscribe#(\S+)/.exec(mailsTo(email)[0]?.text ?? "")?.[1] ?? "";
  await world.reply(owner, id, "Second, which a mail waits for already");
  const ended = await world.send("POST", `/mail/unsubscribe/${url}`);
  expect(ended.status).toBe(204);
  await world.deliverAll();
  await world.reply(owner, id, "Third");
  expect(await world.mails()).toEqual([]);
  expect(mailsTo(email)).toHaveLength(1);
});

test("an address that was unsubscribed gets no email from another conversation on the same site", async () => {
  const { owner, site, email, id } = await newConversation();
  await world.reply(owner, id, "First");
  await world.deliverAll();
  const token = /\S+\/unsubscribe#(\S+)/.exec(mailsTo(email)[0]?.text ?? "")?.[1] ?? "";
  expect((await world.send("POST", `/mail/unsubscribe/${token}`)).status).toBe(204);
  const other = await world.write(await world.openWidget(site), "Again", { email: email.toUpperCase() });
  await world.reply(owner, other, "Second");
  await world.deliverAll();
  expect(mailsTo(email)).toHaveLength(1);
});

test("one mailbox gets at most ten reply emails an hour from all sites together; the rest wait and are combined", async () => {
  const owner = await world.newOwner();
  const email = `victim-${owner.id}@example.com`;
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const visitor = await world.openWidget(await world.newSite(owner));
    ids.push(await world.write(visitor, "Hello", { email: email.replace("@", `+${count}@`) }));
  }
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  for (const id of ids) await world.reply(owner, id, "Buy now");
  await world.deliverAll();
  const toMailbox = () =>
    world.server.received.filter(({ to }) => to.some((one) => one.startsWith(`victim-${owner.id}`)));
  expect(toMailbox()).toHaveLength(10);

  for (const id of ids.slice(-2)) await world.reply(owner, id, "Buy soon");
  await world.sql(
    "UPDATE account_mail_counts SET queued_at = ARRAY[now() - interval '61 minutes'] WHERE allowance = 'reply'",
  );
  await world.deliverAll();
  expect(toMailbox()).toHaveLength(12);
  expect(toMailbox().at(-1)?.mail.text).toMatch(/\nBuy now\n[\s\S]*\nBuy soon\n/);
});

test("a verified visitor's email has no link, and no link token opens what only the site can vouch for", async () => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { domain: "shop.example" });
  const made = await world.send("POST", `/sites/${site.id}/identity-secret`, { token: owner.token, body: {} });
  const { secret } = JSON.parse(made.text);
  const visitor = await world.openWidget(site, { visitorId: "42", visitorHash: hashOf(secret, "42") });
  const email = `visitor-${visitor.id}@example.com`;
  const id = await world.write(visitor, "Where is my order?", { email });
  await world.reply(owner, id, "On its way.");
  await world.deliverAll();
  const [mail] = mailsTo(email);
  expect(mail?.text).toContain("\nOn its way.\n");
  expect(mail?.text).toContain("https://shop.example/");
  expect(mail?.text).not.toContain("/chat");
  // As if there were one: of a visitor who was verified since.
  const { email: other, owner: boss, id: conversation, visitor: known } = await newConversation();
  await world.reply(boss, conversation, "Yes");
  await world.deliverAll();
  await world.sql("UPDATE visitors SET verified = true, external_id = id::text WHERE id = $1", [known.id]);
  const body = { token: tokenIn(mailsTo(other)[0]?.text) };
  await refuse("link_gone", "POST", "/public/continue", { baseUrl: world.baseUrl, body });
});

test("without a mail server nothing is queued, and the settings say so", { tag: "@all" }, async () => {
  const { owner, site, visitor } = await newConversation();
  await using silent = await startProcess("silent", { DATABASE_URL: world.database.url, JOBS: "off" });
  const { baseUrl } = silent;
  const before = await world.mails();
  const path = "/public/conversations";
  expect((await send("POST", path, { baseUrl, token: visitor.token, body: { message: "Hello" } })).status).toBe(201);
  expect(await world.mails()).toEqual(before);
  const mail = await send("GET", `/sites/${site.id}/mail`, { baseUrl, token: owner.token });
  expect(JSON.parse(mail.text).mail.available).toBe(false);
  await refuse("not_accepted", "POST", "/auth/forgot-password", { baseUrl, body: { email: owner.email } });
});

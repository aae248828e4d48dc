import { expect, test } from "@playwright/test";
import { EXPIRED_ROWS } from "#lib/data/cleanup/expired-rows.system.ts";
import { queueWaitingAlerts } from "#lib/notify/mail/queries/waiting-alerts.system.ts";
import { env, provideEnv } from "#platform/env.ts";
import { send } from "../support/api-client.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { addFile } from "../support/uploaded-files.ts";

/*
 * Mails to owners, sent to a real mail server. One service for all of these tests, which carry out its jobs themselves.
 */

let world: MailWorld;

test.beforeAll(async () => {
  world = await mailWorld({ LIMIT_MAIL_SITE: "3", LIMIT_MAIL_WORKSPACE: "5", RATE_LIMITS: "on" });
});

test.afterAll(() => world.close());

/** An email's text, without the earlier messages below it. */
const newIn = (text = "") => text.split("Earlier in this conversation")[0];

test("a burst of unseen messages is one email, with their texts and a link to the conversation", async () => {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Hello <b>there</b>", { name: "Grace", email: "grace@example.com" });
  await world.write(visitor, "Is it back?");
  await world.write(visitor, "The blue one");
  expect(await world.deliverAll()).toEqual(["done"]);
  const [received, ...more] = world.mailsTo(owner);
  expect(more).toEqual([]);
  const { mail } = received ?? {};
  expect(mail?.subject).toBe("Grace sent a message on Kiln Street");
  expect(mail?.from?.text).toBe('"Inbox" <inbox@inbox.example>');
  const [row] = await world.sql<{ id: string }>("SELECT id FROM workspaces WHERE owner_id = $1", [owner.id]);
  const url = `${world.baseUrl}/w/${row?.id}/inbox/${id}`;
  for (const text of ["> Hello <b>there</b>", "> Is it back?", "> The blue one", url]) {
    expect(mail?.text).toContain(text);
  }
  expect(mail?.inReplyTo).toBe(`<thread-${id}@${new URL(world.baseUrl).hostname}>`);
  expect(await world.mails()).toEqual([]);
});

test("messages after an email are in another one of the same thread, which quotes the earlier ones below", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  await world.write(visitor, "First");
  await world.deliverAll();
  await world.write(visitor, "Second");
  await world.deliverAll();
  const [first, second] = world.mailsTo(owner).map(({ mail }) => mail);
  expect(second?.text).toContain("> Second");
  expect(first?.text).not.toContain("Earlier in this conversation");
  expect(second?.text).toMatch(/Earlier in this conversation\n\n[^\n]*:\n> First/);
  expect(newIn(second?.text)).not.toContain("First");
  expect(second?.inReplyTo).toBe(first?.inReplyTo);
  expect(second?.messageId).not.toBe(first?.messageId);
});

test("a message that its visitor took back isn't in the email about the others, and alone it's none", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const takeBack = async (token: string, id: string, text: string) => {
    const found = "SELECT id FROM messages WHERE conversation_id = $1 AND body = $2";
    const [message] = await world.sql<{ id: string }>(found, [id, text]);
    const path = `/public/conversations/${id}/messages/${message?.id}`;
    expect((await world.send("DELETE", path, { token })).status).toBe(204);
  };
  const [visitor, other] = [await world.openWidget(site), await world.openWidget(site)];
  const id = await world.write(visitor, "My card is 4111");
  await world.write(visitor, "Is it back?");
  await takeBack(visitor.token, id, "My card is 4111");
  await takeBack(other.token, await world.write(other, "My card is 4222"), "My card is 4222");
  await world.deliverAll();
  const received = world.mailsTo(owner).map(({ mail }) => mail.text ?? "");
  expect(received).toHaveLength(1);
  expect(received[0]).toContain("> Is it back?");
  expect(received.join()).not.toContain("card");
});

test("a message's files are listed below its text by name and size, or without a text alone", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  const add = (name: string, size: number) => addFile(site.id, { visitorId: visitor.id }, { name, size }, world.sql);
  await world.write(visitor, "Look", { files: [await add("one.jpg", 2_140_000), await add("two.pdf", 812)] });
  const body = { files: [await add("three.txt", 30_000)] };
  await send("POST", "/public/conversations", { baseUrl: world.baseUrl, token: visitor.token, body });
  await world.planAll();
  await world.deliverAll();
  const [mail] = world.mailsTo(owner).map((received) => received.mail);
  expect(mail?.text).toMatch(/> Look\n>\s*\n> one\.jpg \(2 MB\)\n> two\.pdf \(1 kB\)\n/);
  expect(mail?.text?.match(/three\.txt/g)).toHaveLength(1);
  expect(mail?.text).toContain("> three.txt (30 kB)");
  expect(mail?.attachments).toEqual([]);
});

test("several conversations of one site are in one email, those of another site in another", async () => {
  const { owner, site } = await world.newOwnerWithSite({ name: "Shop" });
  const other = await world.newSite(owner, { name: "Blog" });
  for (const text of ["One", "Two"]) await world.write(await world.openWidget(site), text);
  await world.write(await world.openWidget(other), "Three");
  await world.deliverAll();
  const subjects = world.mailsTo(owner).map(({ mail }) => mail.subject);
  expect(subjects.toSorted()).toEqual(["2 unread conversations on Shop", "A visitor sent a message on Blog"]);
  expect((await world.endsOf(site.id)).map(({ status }) => status).toSorted()).toEqual(["sent", "skipped"]);
});

test("a message that was seen, is spam or comes from a blocked visitor isn't emailed", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const { token } = owner;
  const ids = [];
  for (const text of ["Seen", "Spam", "Blocked"]) ids.push(await world.write(await world.openWidget(site), text));
  const [seen, spam, blocked] = ids;
  await world.send("POST", `/conversations/${seen}/read`, { token, body: {} });
  await world.send("PATCH", `/conversations/${spam}`, { token, body: { spam: true } });
  await world.send("PATCH", `/conversations/${blocked}`, { token, body: { visitorBlocked: true } });
  await world.deliverAll();
  expect(world.mailsTo(owner)).toEqual([]);
  expect(await world.mails()).toEqual([]);
  expect(new Set((await world.endsOf(site.id)).map(({ status }) => status))).toEqual(new Set(["skipped"]));
});

test("an email waits while the owner looks at the dashboard, and is sent once they've left", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  await world.write(await world.openWidget(site), "Hello");
  expect((await world.send("POST", "/account/presence", { token: owner.token })).status).toBe(204);
  const [outcome] = await world.deliverAll();
  expect(outcome).toMatchObject({ postponeTo: expect.any(Date) });
  expect(world.mailsTo(owner)).toEqual([]);
  await world.sql("UPDATE users SET seen_at = now() - interval '2 minutes' WHERE id = $1", [owner.id]);
  await world.deliverAll();
  expect(world.mailsTo(owner)).toHaveLength(1);
});

test("an owner whose address isn't confirmed gets only the confirmation email, and messages queue no others", async () => {
  const owner = await world.newOwner({ confirmed: false });
  const site = await world.newSite(owner);
  const visitor = await world.openWidget(site);
  for (const text of ["First", "Second"]) await world.write(visitor, text);
  expect(await world.endsOf(site.id)).toEqual([]);
  await world.deliverAll();
  expect(world.mailsTo(owner).map(({ mail }) => mail.subject)).toEqual(["Confirm your email address for Site Inbox"]);
});

test("a message queues no email for an owner who turned alerts off, and one as soon as they're on again", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  await world.write(visitor, "While they're off");
  expect(await world.endsOf(site.id)).toEqual([]);
  await world.sql("UPDATE users SET alert_mails = true WHERE id = $1", [owner.id]);
  await world.write(visitor, "While they're on");
  await world.deliverAll();
  expect(world.mailsTo(owner).map(({ mail }) => mail.text)).toEqual([expect.stringContaining("While they're off")]);
  expect(await world.endsOf(site.id)).toMatchObject([{ status: "sent" }]);
});

test("messages from before the address was confirmed are emailed as soon as it is", async () => {
  const owner = await world.newOwner({ confirmed: false });
  const [site, other] = [await world.newSite(owner, { name: "Shop" }), await world.newSite(owner, { name: "Blog" })];
  for (const text of ["One", "Two"]) await world.write(await world.openWidget(site), text);
  await world.write(await world.openWidget(other), "Three");
  await world.deliverAll();
  const token = /confirm-email#(\S+)/.exec(world.mailsTo(owner)[0]?.mail.text ?? "")?.[1];
  const confirm = () => world.send("POST", "/auth/confirm-email", { body: { token } });
  expect((await confirm()).status).toBe(204);
  await world.deliverAll();
  const subjects = () =>
    world
      .mailsTo(owner)
      .slice(1)
      .map(({ mail }) => mail.subject ?? "")
      .toSorted();
  expect(subjects()).toEqual(["2 unread conversations on Shop", "A visitor sent a message on Blog"]);
  // The link may be opened again, and tells nothing twice.
  expect((await confirm()).status).toBe(204);
  await world.deliverAll();
  expect(subjects()).toHaveLength(2);
});

test("one request without a cookie unsubscribes from a site's emails (RFC 8058), and a GET changes nothing", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  await world.write(visitor, "First");
  await world.deliverAll();
  const header = world.mailsTo(owner)[0]?.mail.headerLines.find(({ key }) => key === "list-unsubscribe")?.line ?? "";
  const url = /<([^>]+)>/.exec(header.replaceAll(/\r?\n\s+/g, ""))?.[1] ?? "";
  const looked = await fetch(url, { redirect: "manual" });
  expect([looked.status, looked.headers.get("location")]).toEqual([
    303,
    `${world.baseUrl}/unsubscribe#${url.split("/").at(-1)}`,
  ]);
  await world.write(visitor, "Second");
  await world.deliverAll();
  expect(world.mailsTo(owner)).toHaveLength(2);

  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  for (const _ of ["once", "and again"]) {
    expect((await fetch(url, { method: "POST", body })).status).toBe(204);
  }
  await world.write(visitor, "Third");
  await world.deliverAll();
  expect(world.mailsTo(owner)).toHaveLength(2);
  const path = `/sites/${site.id}/mail`;
  expect(JSON.parse((await world.send("GET", path, { token: owner.token })).text).mail.alerts).toBe(false);
  await world.send("PATCH", path, { token: owner.token, body: { alerts: true } });
  await world.write(visitor, "Fourth");
  await world.deliverAll();
  expect(world.mailsTo(owner).at(-1)?.mail.text).toContain("> Fourth");
});

test("an owner who turned all email off gets none", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const changed = await world.send("PATCH", "/account/mail", { token: owner.token, body: { alerts: false } });
  expect(JSON.parse(changed.text)).toEqual({
    mail: { available: true, confirmed: true, confirmationSent: false, alerts: false },
  });
  await world.write(await world.openWidget(site), "Hello");
  await world.deliverAll();
  expect(world.mailsTo(owner)).toEqual([]);
});

test("a conversation that was replied to and then marked unread isn't checked over and over", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const id = await world.write(await world.openWidget(site), "Hello");
  await world.reply(owner, id, "Hello back");
  await world.send("PATCH", `/conversations/${id}`, { token: owner.token, body: { unread: true } });
  await world.deliverAll();
  await world.deliverAll();
  expect(await world.mails()).toEqual([]);
});

test("without a mail server no email is queued, and messages don't count as notified", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  const conversationId = await world.write(visitor, "First", { email: "grace@example.com" });
  const repliedTo = await world.write(await world.openWidget(site), "Other", { email: "ada@example.com" });
  await world.reply(owner, repliedTo, "A reply");
  const { SMTP_URL, ...without } = env();
  provideEnv(without);
  await world.deliverAll();
  provideEnv({ ...without, ...(SMTP_URL !== undefined && { SMTP_URL }) });
  expect(await world.mails()).toEqual([]);
  expect(world.mailsTo(owner)).toEqual([]);
  expect(await world.write(visitor, "Second")).toBe(conversationId);
  await world.deliverAll();
  expect(world.mailsTo(owner).at(-1)?.mail.text).toMatch(/> First[\s\S]*> Second/);
});

test.describe("in a shared workspace", () => {
  /** Adds a person with a confirmed address to an owner's workspace. */
  async function join(owner: MailedOwner, columns: { site_ids?: string[]; notify_about?: string } = {}) {
    const person = await world.newOwner();
    await world.sql(
      `INSERT INTO members (workspace_id, user_id, role, site_ids, notify_about, created_at)
       SELECT id, $2, 'agent', $3::uuid[], $4, now() FROM workspaces WHERE owner_id = $1`,
      [owner.id, person.id, columns.site_ids ?? null, columns.notify_about ?? "all"],
    );
    await world.sql("UPDATE workspaces SET shared_at = coalesce(shared_at, now()) WHERE owner_id = $1", [owner.id]);
    return person;
  }
  const set = (person: MailedOwner, columns: string) =>
    world.sql(`UPDATE members SET ${columns} WHERE user_id = $1 AND role <> 'owner'`, [person.id]);
  const countsTo = (...people: MailedOwner[]) => people.map((person) => world.mailsTo(person).length);

  test("each person with access to the site gets an email, and the next one contains only what's new", async () => {
    const { owner, site } = await world.newOwnerWithSite();
    const other = await world.newSite(owner);
    const [bob, carol, dave] = [await join(owner), await join(owner, { site_ids: [other.id] }), await join(owner)];
    await world.sql("INSERT INTO alert_mutes (user_id, site_id) VALUES ($1, $2)", [dave.id, site.id]);
    const visitor = await world.openWidget(site);
    const id = await world.write(visitor, "First");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol, dave)).toEqual([1, 1, 0, 0]);
    await world.write(visitor, "Second");
    await world.deliverAll();
    for (const person of [owner, bob]) {
      const [first, second] = world.mailsTo(person).map(({ mail }) => mail.text ?? "");
      expect(first).toContain("> First");
      expect(second).toContain("> Second");
      expect(newIn(second)).not.toContain("First");
    }
    const noted = await world.sql<{ userId: string; status: string }>(
      `SELECT user_id AS "userId", status FROM notifications WHERE conversation_id = $1 AND channel = 'email'`,
      [id],
    );
    expect(new Set(noted.map(({ userId, status }) => `${userId} ${status}`))).toEqual(
      new Set([owner, bob].map((person) => `${person.id} accepted`)),
    );
    expect(noted).toHaveLength(4);
    await world.deliverAll();
    expect(await world.mails()).toEqual([]);
  });

  test("an email to the owner from before anyone joined doesn't replace a colleague's about the same conversation", async () => {
    const { owner, site } = await world.newOwnerWithSite();
    const visitor = await world.openWidget(site);
    const id = await world.write(visitor, "Before the team");
    const bob = await join(owner);
    await world.write(visitor, "In the team");
    const queued = await world.sql("SELECT kind FROM mails WHERE site_id = $1 ORDER BY created_at", [site.id]);
    expect(queued).toEqual([{ kind: "owner_alert" }, { kind: "member_alert" }]);
    await world.deliverAll();
    for (const person of [owner, bob]) {
      const texts = world.mailsTo(person).map(({ mail }) => mail.text ?? "");
      expect(texts).toEqual([expect.stringContaining("> In the team")]);
    }
    await world.write(visitor, "Later");
    await world.deliverAll();
    for (const person of [owner, bob]) {
      expect(world.mailsTo(person)).toHaveLength(2);
      expect(newIn(world.mailsTo(person).at(-1)?.mail.text)).not.toContain("In the team");
    }

    // How far they were emailed is kept while it counts, and not for someone who left.
    const kept = () => world.sql("SELECT user_id AS id FROM email_alerts WHERE conversation_id = $1", [id]);
    await world.send("DELETE", `/members/${bob.id}`, { token: owner.token });
    expect(await kept()).toEqual([{ id: owner.id }]);
    const clean = async (columns: string) => {
      await world.sql(`UPDATE email_alerts SET ${columns} WHERE conversation_id = $1`, [id]);
      for (const step of EXPIRED_ROWS) if (/^how far people were emailed/.test(step.what)) await step.delete();
      return (await kept()).length;
    };
    const long = "created_at = now() - interval '31 days'";
    expect(await clean(long), "messages of the emails are unread").toBe(1);
    expect(await clean(`${long}, mail_id = gen_random_uuid()`), "its email is gone").toBe(0);
    await world.write(visitor, "Another");
    await world.sql("UPDATE conversations SET owner_read_seq = last_seq, owner_unread_count = 0 WHERE id = $1", [id]);
    expect(await clean(long), "its email waits").toBe(1);
    await world.deliverAll();
    expect(await clean("created_at = now()"), "recent").toBe(1);
    expect(await clean(long), "read by the team").toBe(0);
  });

  test("several conversations are in one email to each person", async () => {
    const { owner, site } = await world.newOwnerWithSite({ name: "Shop" });
    const bob = await join(owner);
    for (const text of ["One", "Two"]) await world.write(await world.openWidget(site), text);
    await world.deliverAll();
    for (const person of [owner, bob]) {
      expect(world.mailsTo(person).map(({ mail }) => mail.subject)).toEqual(["2 unread conversations on Shop"]);
    }
  });

  test("an email isn't sent to someone who lost access while it waited, nor about what a colleague replied to", async () => {
    const { owner, site } = await world.newOwnerWithSite();
    const [bob, carol] = [await join(owner), await join(owner)];
    await world.write(await world.openWidget(site), "Hello");
    await set(bob, "standing = 'suspended'");
    await set(carol, "site_ids = '{}'");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol)).toEqual([1, 0, 0]);
    await set(bob, "standing = 'active'");
    const id = await world.write(await world.openWidget(site), "Hello again");
    await world.reply(owner, id, "Hi");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol)).toEqual([1, 0, 0]);
    expect(await world.mails()).toEqual([]);
  });

  test("an assigned conversation concerns its assignee, unless they're away or want no notifications", async () => {
    const { owner, site } = await world.newOwnerWithSite();
    const [bob, carol] = [await join(owner, { notify_about: "mine" }), await join(owner, { notify_about: "none" })];
    const visitor = await world.openWidget(site);
    const id = await world.write(visitor, "Unassigned");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol)).toEqual([1, 0, 0]);
    const assign = (person: MailedOwner) =>
      world.sql("UPDATE conversations SET assignee_id = $2 WHERE id = $1", [id, person.id]);
    await assign(bob);
    await world.write(visitor, "Bob's");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol)).toEqual([1, 1, 0]);
    await set(bob, "is_available = false");
    await world.write(visitor, "Bob is away");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol)).toEqual([2, 1, 0]);
    await assign(carol);
    await world.write(visitor, "Carol wants nothing");
    await world.deliverAll();
    expect(countsTo(owner, bob, carol)).toEqual([3, 1, 0]);
  });

  test("messages from before a member's address was confirmed are emailed as soon as it is", async () => {
    const { owner, site } = await world.newOwnerWithSite();
    const bob = await join(owner);
    await world.sql("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", [bob.id]);
    await world.write(await world.openWidget(site), "Hello");
    await world.deliverAll();
    expect(countsTo(owner, bob)).toEqual([1, 0]);
    await world.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [bob.id]);
    await queueWaitingAlerts(bob.id);
    await world.deliverAll();
    expect(countsTo(owner, bob)).toEqual([1, 1]);
  });
});

import { expect, test } from "@playwright/test";
import { giveUpMail } from "#lib/notify/mail/send-mail-job.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";

/*
 * Mails to owners, sent to a real mail server. One service for all of these tests, which carry out its jobs themselves.
 */

let world: MailWorld;

test.beforeAll(async () => {
  world = await mailWorld({ LIMIT_MAIL_SITE: "3", LIMIT_MAIL_WORKSPACE: "5", RATE_LIMITS: "on" });
});

test.afterAll(() => world.close());

/** Mails of a site that have been sent just now. */
const addSent = (siteId: string, kind: string, count: number) =>
  world.sql(
    `INSERT INTO mails (id, job_id, kind, workspace_id, site_id, status, due_at, created_at, updated_at, sent_at)
     SELECT gen_random_uuid(), gen_random_uuid(), $2, workspace_id, id, 'sent', now(), now(), now(), now()
     FROM sites, generate_series(1, $3) WHERE id = $1`,
    [siteId, kind, count],
  );

test("above its limit, a site's emails wait and are sent together an hour later (E6)", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  for (const text of ["One", "Two", "Three"]) {
    await world.write(await world.openWidget(site), text);
    await world.deliverAll();
  }
  for (const text of ["Four", "Five"]) await world.write(await world.openWidget(site), text);
  const outcomes = await world.deliverAll();
  expect(outcomes).toEqual([{ postponeTo: expect.any(Date) }, { postponeTo: expect.any(Date) }]);
  expect(world.mailsTo(owner)).toHaveLength(3);
  await world.sql("UPDATE mails SET sent_at = sent_at - interval '1 hour' WHERE site_id = $1", [site.id]);
  await world.deliverAll();
  const mails = world.mailsTo(owner);
  expect(mails).toHaveLength(4);
  expect(mails.at(-1)?.mail.subject).toBe("2 unread conversations on Corner shop");
});

test("emails to visitors above their limit don't keep the owner from getting alerts (E6)", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  await addSent(site.id, "visitor_answer", 3);
  await world.write(await world.openWidget(site), "Hello");
  expect(await world.deliverAll()).toEqual(["done"]);
  expect(world.mailsTo(owner)).toHaveLength(1);
});

test("a workspace with many sites can't send more than its own limit (E6)", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  for (const count of [2, 3]) await addSent((await world.newSite(owner)).id, "owner_alert", count);
  await world.write(await world.openWidget(site), "Hello");
  expect(await world.deliverAll()).toEqual([{ postponeTo: expect.any(Date) }]);
  await world.sql(
    "UPDATE mails SET sent_at = sent_at - interval '1 hour' WHERE workspace_id IN (SELECT workspace_id FROM sites WHERE id = $1)",
    [site.id],
  );
  expect(await world.deliverAll()).toEqual(["done"]);
  expect(world.mailsTo(owner)).toHaveLength(1);
});

test("an email that's rejected temporarily is retried with the same Message-ID, and one rejected permanently isn't (D16)", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  world.server.setReplies([{ at: "data", reply: { code: 451, text: "4.3.0 later" } }, null]);
  await world.write(visitor, "Hello");
  expect(await world.deliverAll()).toEqual(["again"]);
  const [waiting] = await world.mails();
  expect(waiting).toMatchObject({ attempts: 1, reason: "The mail server didn’t accept the email (451 4.3.0)." });
  await world.deliverAll();
  expect(world.mailsTo(owner)[0]?.mail.messageId).toBe(`<${waiting?.id}@${new URL(world.baseUrl).hostname}>`);

  world.server.setReplies([{ at: "rcpt", reply: { code: 550, text: `5.7.1 ${owner.email} is refused` } }]);
  await world.write(visitor, "Refused");
  expect(await world.deliverAll()).toEqual(["done"]);
  expect((await world.endsOf(site.id)).at(-1)).toEqual({
    status: "failed",
    reason: "The mail server rejected the email or its address (550 5.7.1). Check the address.",
  });

  // And the next message's email contains what wasn't sent before it.
  world.server.setReplies();
  await world.write(visitor, "Later");
  await world.deliverAll();
  expect(world.mailsTo(owner).at(-1)?.mail.text).toMatch(/> Refused[\s\S]*> Later/);
});

test("a message that arrives while its email is being sent is in the next one", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  await world.write(visitor, "First");
  const [mail] = await world.mails();
  if (!mail) throw new Error("no mail waits");
  await world.sql("UPDATE mails SET covers_until = now() WHERE id = $1", [mail.id]);
  await world.write(visitor, "Meanwhile");
  await world.deliver(mail);
  expect(world.mailsTo(owner)[0]?.mail.text).not.toContain("Meanwhile");
  await world.deliverAll();
  expect(world.mailsTo(owner).map(({ mail: { text } }) => text?.includes("> Meanwhile"))).toEqual([false, true]);
});

test("an email that was given up notifies webhooks, and is sent when its owner retries it", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  await insertRows(world.sql, "webhook_endpoints", [
    { site_id: site.id, url: "https://hooks.example/", events: ["notification.failed"] },
  ]);
  await world.write(await world.openWidget(site), "Still here?");
  world.server.setReplies([{ at: "rcpt", reply: { code: 550, text: "5.1.1 no such user" } }]);
  await world.deliverAll();
  world.server.setReplies();
  const [failed] = await world.mails("failed").then((mails) => mails.slice(-1));
  expect(world.mailsTo(owner)).toEqual([]);
  const [event] = await world.sql("SELECT type, data FROM webhook_deliveries WHERE site_id = $1", [site.id]);
  expect(event).toMatchObject({ type: "notification.failed", data: { channel: "email", reason: "refused" } });
  const retried = await world.send("POST", `/deliveries/${failed?.id}/retry`, { token: owner.token });
  expect(retried.status).toBe(204);
  await world.deliverAll();
  expect(world.mailsTo(owner).map(({ mail }) => mail.text)).toEqual([expect.stringContaining("> Still here?")]);
});

test("an email whose last try was cut off doesn't block the next one", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const visitor = await world.openWidget(site);
  await world.write(visitor, "One");
  const [waiting] = await world.mails();
  const job = { queue: "mail" as const, rowId: String(waiting?.id), jobId: String(waiting?.jobId) };
  await giveUpMail(job, "It was tried for more than a day without success.");
  expect(await world.endsOf(site.id)).toMatchObject([{ status: "failed" }]);
  await world.write(visitor, "Two");
  await world.deliverAll();
  const [{ mail } = {}, ...more] = world.mailsTo(owner);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("> One");
  expect(mail?.text).toContain("> Two");
});

test("an email that includes other conversations is sent for them when its own is deleted", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  const ids = [];
  for (const text of ["Stays", "Goes"]) ids.push(await world.write(await world.openWidget(site), text));
  world.server.setReplies([{ at: "data", reply: { code: 451, text: "4.3.0 later" } }]);
  await world.deliverAll();
  world.server.setReplies();
  await world.send("DELETE", `/conversations/${ids[1]}`, { token: owner.token });
  await world.deliverAll();
  const [{ mail } = {}, ...more] = world.mailsTo(owner);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("> Stays");
  expect(mail?.text).not.toContain("Goes");
});

test("an email of several conversations that was given up contains all of them when it's retried", async () => {
  const { owner, site } = await world.newOwnerWithSite();
  for (const text of ["One", "Two"]) await world.write(await world.openWidget(site), text);
  world.server.setReplies([{ at: "rcpt", reply: { code: 550, text: "5.1.1 no such user" } }]);
  await world.deliverAll();
  world.server.setReplies();
  const [failed] = await world.sql<{ id: string }>("SELECT id FROM mails WHERE site_id = $1 AND status = 'failed'", [
    site.id,
  ]);
  await world.send("POST", `/deliveries/${failed?.id}/retry`, { token: owner.token });
  await world.deliverAll();
  expect(world.mailsTo(owner).map(({ mail }) => mail.subject)).toEqual(["2 unread conversations on Corner shop"]);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { giveUpReceived } from "#lib/notify/mail-in/received.system.ts";
import { MailStatusResponse } from "#lib/notify/mail-status/schema.ts";
import { findDmarcPolicy, findSpf } from "#platform/mail/domain-records.ts";
import { ask, askNothing, refuse, send } from "../support/api-client.ts";
import { deliverIn, INBOUND, postMail, rawMail, receiveAll } from "../support/inbound.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { startNameServer } from "../support/name-server.ts";
import { newAlerted } from "../support/persons-mail.ts";

/* What operators see of email in both directions, and what they can do about it. */

let world: MailWorld;
let operator: MailedOwner;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, OPERATORS: "operator@example.com" });
  operator = await world.newOwner();
  await world.sql("UPDATE users SET email = 'operator@example.com', email_key = 'operator@example.com' WHERE id = $1", [
    operator.id,
  ]);
});
test.afterAll(() => world.close());

const call = (token = operator.token) => ({ baseUrl: world.baseUrl, token });
const status = () => ask(MailStatusResponse, 200, "GET", "/status/mail", call());
const jobOf = async (id: string) => {
  const [row] = await world.sql<{ jobId: string }>('SELECT job_id AS "jobId" FROM received_mails WHERE id = $1', [id]);
  return { queue: "inbound" as const, rowId: id, jobId: row?.jobId ?? "" };
};

async function newThread() {
  const { owner, site } = await world.newOwnerWithSite();
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  const visitor = await world.openWidget(site);
  const email = `grace-${visitor.id}@example.com`;
  const id = await world.write(visitor, "Is it back?", { email });
  await world.reply(owner, id, "Yes.");
  await world.deliverAll();
  const mail = world.server.received.find(({ to }) => to.includes(email))?.mail;
  return { owner, visitor, email, id, to: mail?.replyTo?.value[0]?.address ?? "" };
}

test("only operators see it, and can test, read an original or read an email again", async () => {
  expect(await status()).toMatchObject({ next: "first", lastReceivedAt: null, test: null, received: [], records: [] });
  const other = await world.newOwner();
  const routes = [
    ["GET", "/status/mail"],
    ["POST", "/status/mail/test"],
    ["GET", `/status/mail/${randomUUID()}/original`],
    ["POST", `/status/mail/${randomUUID()}/retry`],
  ] as const;
  for (const [method, path] of routes) {
    await refuse("not_permitted", method, path, call(other.token));
    await refuse("unauthenticated", method, path, { baseUrl: world.baseUrl });
  }
  await refuse("not_found", "GET", `/status/mail/${randomUUID()}/original`, call());
  await refuse("not_found", "POST", `/status/mail/${randomUUID()}/retry`, call());
});

test("what became no message is listed with the reason and its original, and what became one is its team's", async () => {
  const { to, email } = await newThread();
  expect(await deliverIn(world, { to, from: email, text: "A secret" })).toBe("stored");
  const headers = { "Auto-Submitted": "auto-replied" };
  expect(await deliverIn(world, { to, from: email, text: "I'm away", headers })).toBe("refused: machine");
  const { received, lastReceivedAt, next } = await status();
  expect(next).toBe("none");
  expect(lastReceivedAt).toBe(received[0]?.at);
  expect(received).toMatchObject([
    { status: "refused", reason: "machine", from: email, hasOriginal: true, canRetry: false },
    { status: "stored", reason: null, from: null, hasOriginal: false, canRetry: false },
  ]);
  const [refused, stored] = received;
  const original = await send("GET", `/status/mail/${refused?.id}/original`, call());
  expect([original.status, original.headers.get("content-type"), original.text]).toEqual([
    200,
    "message/rfc822",
    expect.stringContaining("I'm away"),
  ]);
  await refuse("not_found", "GET", `/status/mail/${stored?.id}/original`, call());
  await refuse("not_found", "POST", `/status/mail/${stored?.id}/retry`, call());
  await refuse("not_found", "POST", `/status/mail/${refused?.id}/retry`, call());
  await world.sql("UPDATE received_mails SET raw_until = now() - interval '1 second' WHERE id = $1", [refused?.id]);
  await refuse("link_gone", "GET", `/status/mail/${refused?.id}/original`, call());
});

test("an email that couldn't be read is read again if an operator wants that", async () => {
  const { to, email, id, owner } = await newThread();
  const { id: receivedId } = await postMail(world, rawMail({ to, from: email, text: "At last" }), { to });
  await giveUpReceived(await jobOf(receivedId), "It took too long.");
  const [failed] = (await status()).received;
  expect(failed).toMatchObject({ status: "failed", reason: "It took too long.", hasOriginal: true, canRetry: true });
  await askNothing("POST", `/status/mail/${receivedId}/retry`, call());
  await refuse("not_found", "POST", `/status/mail/${receivedId}/retry`, call());
  expect(await receiveAll(world)).toEqual(["stored"]);
  const thread = await send("GET", `/conversations/${id}/messages`, call(owner.token));
  expect(thread.text).toContain("At last");
});

test("an automatic response that couldn't be read is one when it's read again", async () => {
  const { to, email } = await newThread();
  const { id } = await postMail(world, rawMail({ to, from: email, text: "I'm away" }), { to, from: "<>" });
  await giveUpReceived(await jobOf(id), "It took too long.");
  const [row] = await world.sql("SELECT envelope FROM received_mails WHERE id = $1", [id]);
  expect(row).toEqual({ envelope: { from: "", to: [], ip: "192.0.2.7" } });
  await askNothing("POST", `/status/mail/${id}/retry`, call());
  expect(await receiveAll(world)).toEqual(["refused: machine"]);
});

test("a person is emailed about a reply that couldn't be read a few times an hour, and never because of a program", async () => {
  const { owner, to } = await newAlerted(world);
  const fail = async (from: string) => {
    const { id } = await postMail(world, rawMail({ to, from: owner.email, text: randomUUID() }), { to, from });
    await giveUpReceived(await jobOf(id), "It took too long.");
    return (await world.sql("SELECT FROM mails WHERE received_id = $1", [id])).length;
  };
  expect(await fail("<>")).toBe(0);
  const counts = [];
  for (let at = 0; at < 4; at += 1) counts.push(await fail(owner.email));
  expect(counts).toEqual([1, 1, 1, 0]);
});

test("a test says after how many seconds it came back, and what was said of its sender, and only our own counts", async () => {
  await askNothing("POST", "/status/mail/test", call());
  await refuse("rate_limited", "POST", "/status/mail/test", call());
  expect((await status()).test).toMatchObject({ state: "waiting", seconds: null });
  await world.deliverAll();
  const sent = world.server.received.at(-1);
  const [to = ""] = sent?.to ?? [];
  expect(to).toMatch(/^inbox\+[a-z2-7]{26}@in\.example$/);
  const raw = sent?.raw ?? "";
  // The same content under another id, and the id at another address.
  const forged = raw.replace(/^Message-ID: <[^@]+/im, `Message-ID: <${randomUUID()}`);
  await postMail(world, Buffer.from(forged), { to });
  expect(await receiveAll(world)).toEqual(["refused: no_address"]);
  await postMail(world, Buffer.from(raw.replaceAll(to, "inbox@in.example")), { to: "inbox@in.example" });
  expect(await receiveAll(world)).toEqual(["refused: no_address"]);
  expect((await status()).test?.state).toBe("waiting");

  await postMail(world, Buffer.from(`Authentication-Results: mx.example;\r\n dkim=none; spf=pass\r\n${raw}`), { to });
  expect(await receiveAll(world)).toEqual(["test"]);
  const { test: back } = await status();
  expect(back).toMatchObject({ state: "back", results: "mx.example; dkim=none; spf=pass", dkim: [] });
  expect(back?.seconds).toBeGreaterThan(0);
  expect(back?.seconds).toBeLessThan(60);
  await world.sql(
    "UPDATE mails SET returned = NULL, created_at = now() - interval '11 minutes' WHERE kind = 'round_trip'",
  );
  expect((await status()).test?.state).toBe("late");
});

test("an unknown reason of a newer version is listed as it is", async () => {
  const [row] = await world.sql<{ id: string }>(
    `INSERT INTO received_mails (id, job_id, status, reason, due_at, place_hash, envelope, size, raw_until, created_at, updated_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'refused', 'not_polite', now(), sha256('other'), '{}', 1, now(), now(), now())
     RETURNING id`,
  );
  expect((await status()).received[0]).toMatchObject({
    id: row?.id,
    status: "refused",
    reason: "not_polite",
    from: null,
  });
});

test("records of a domain are found in DNS, and a server that doesn't respond isn't a missing record", async () => {
  await using names = await startNameServer((name) => {
    if (name === "shop.com") return ["v=spf1 include:a.com ~all", "other=1"];
    if (name === "_dmarc.shop.com") return ["v=DMARC1; p=reject"];
    return null;
  });
  expect(await findSpf("shop.com", [names.server])).toEqual(["v=spf1 include:a.com ~all"]);
  expect(await findSpf("none.com", [names.server])).toEqual([]);
  expect(await findDmarcPolicy("mail.shop.com", [names.server])).toBe("reject");
  expect(await findDmarcPolicy("none.com", [names.server])).toBe(null);
});

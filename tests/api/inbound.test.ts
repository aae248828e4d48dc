import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { expect, test } from "@playwright/test";
import { readProblem, refuse } from "../support/api-client.ts";
import { INBOUND, postMail, rawMail, sendRaw, signedHeaders } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { newAlerted } from "../support/persons-mail.ts";

/*
 * How received emails are posted: signed, once, and not read unless they are.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, INBOUND_MAX_SIZE: "100K" });
});
test.afterAll(() => world.close());

const to = "inbox+abc@in.example";
const newMail = () => rawMail({ to, text: randomUUID() });
const count = async () => (await world.sql("SELECT FROM received_mails")).length;

test("an email is stored as it came with its job, and posting it again for the same recipients stores nothing", async () => {
  const raw = newMail();
  const { id, repeated } = await postMail(world, raw, { to });
  expect(repeated).toBe(false);
  expect(await postMail(world, raw, { to })).toEqual({ id, repeated: true });
  expect((await postMail(world, raw, { to: "inbox+other@in.example" })).repeated).toBe(false);
  const [row] = await world.sql(
    `SELECT r.status, r.size, r.envelope, o.media_type, EXISTS (SELECT FROM pgboss.job WHERE id = r.job_id) AS "hasJob"
     FROM received_mails r JOIN stored_files o ON o.hash = r.raw_hash WHERE r.id = $1`,
    [id],
  );
  expect(row).toEqual({
    status: "pending",
    size: raw.length,
    envelope: { from: "grace@example.com", to: [to], ip: "192.0.2.7" },
    media_type: "message/rfc822",
    hasJob: true,
  });
});

test("the same email posted twice at the same time is stored once", async () => {
  const raw = newMail();
  const posted = await Promise.all(Array.from({ length: 4 }, () => postMail(world, raw, { to })));
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
  expect(posted.filter(({ repeated }) => !repeated)).toHaveLength(1);
});

test("a signature that's wrong, missing, old, or of another envelope or body is refused, and nothing is stored", async () => {
  const raw = newMail();
  const right = signedHeaders(raw, { to });
  const { "Inbound-Signature": signature, ...unsigned } = right;
  const before = await count();
  const wrong: Record<string, string>[] = [
    unsigned,
    { ...right, "Inbound-Signature": signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
    { ...right, "Inbound-Signature": signature.slice(3) },
    { ...right, "Mail-From": "mallory@example.com" },
    { ...right, "Mail-To": "inbox+other@in.example" },
    { ...right, "Mail-Client-Ip": "192.0.2.8" },
    { ...right, "Mail-Sha256": "0".repeat(64) },
    { ...right, "Inbound-Timestamp": String(Number(right["Inbound-Timestamp"]) + 1) },
    signedHeaders(raw, { to }, Date.now() - 301_000),
    signedHeaders(raw, { to }, Date.now() + 320_000),
  ];
  for (const headers of wrong) readProblem(await sendRaw(world.baseUrl, raw, headers), "unauthenticated");
  readProblem(await sendRaw(world.baseUrl, rawMail({ to, text: "Another" }), right), "invalid_request");
  readProblem(await sendRaw(world.baseUrl, Buffer.from(""), signedHeaders(Buffer.from(""), { to })), "invalid_request");
  expect(await count()).toBe(before);
});

test("an email that's too large is refused by its announced size, and one that's cut off isn't stored", async () => {
  const raw = rawMail({ to, text: "x".repeat(110_000) });
  const { status, text } = await sendRaw(world.baseUrl, raw, signedHeaders(raw, { to }));
  expect([status, JSON.parse(text)]).toMatchObject([413, { code: "payload_too_large", maxSize: 100 * 1024 }]);
  const before = await count();
  const whole = newMail();
  await new Promise<void>((resolve) => {
    const headers = { ...signedHeaders(whole, { to }), "Content-Length": whole.length };
    const sending = request(`${world.baseUrl}/inbound/mail`, { method: "POST", headers });
    sending.on("error", () => resolve());
    sending.write(whole.subarray(0, 100), () => sending.destroy());
  });
  expect((await postMail(world, whole, { to })).repeated).toBe(false);
  expect(await count()).toBe(before + 1);
});

test("past 200 emails or 500 MB that wait for one address, the server has to keep the next one, and others' are stored", async () => {
  const [full, other] = [await newAlerted(world), await newAlerted(world)];
  const post = (address: string, mail: { to: string } = { to: address }) => {
    const raw = rawMail({ ...mail, text: randomUUID() });
    return sendRaw(world.baseUrl, raw, signedHeaders(raw, { to: address }));
  };
  const [one] = [await postMail(world, rawMail({ to: full.to, text: randomUUID() }), { to: full.to })];
  const waits = (count: number, size: number) =>
    world.sql(
      `INSERT INTO received_mails (id, job_id, due_at, place_hash, envelope, size, raw_until, conversation_id, user_id, created_at, updated_at)
       SELECT gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour', sha256(uuid_send(gen_random_uuid())), '{}', $2, now(),
         r.conversation_id, r.user_id, now(), now()
       FROM received_mails r, generate_series(1, $3) WHERE r.id = $1`,
      [one.id, size, count],
    );
  await waits(199, 1);
  const { status, headers, text } = await post(full.to);
  expect([status, JSON.parse(text).code, headers.get("retry-after")]).toEqual([503, "unavailable", "900"]);
  // Also if the server names only the mailbox.
  expect((await post("inbox@in.example", { to: full.to })).status).toBe(503);
  expect((await post(other.to)).status).toBe(201);
  await world.sql("DELETE FROM received_mails WHERE size = 1");
  expect((await post(full.to)).status).toBe(201);
  await waits(10, 52_428_800);
  expect((await post(full.to)).status).toBe(503);
  await world.sql("DELETE FROM received_mails WHERE size = 52428800");
});

test("a body is read only after its signature was checked", async () => {
  const headers = { ...signedHeaders(newMail(), { to }), "Mail-From": "mallory@example.com", "Content-Length": 50_000 };
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request(`${world.baseUrl}/inbound/mail`, { method: "POST", headers }, (response) => {
      resolve(response.statusCode ?? 0);
      sending.destroy();
    });
    sending.on("error", reject);
    // The body never comes.
    sending.flushHeaders();
  });
  expect(status).toBe(401);
});

test("without INBOUND_ADDRESS the route says that the service receives no email", async () => {
  const raw = newMail();
  await refuse("conflict", "POST", "/inbound/mail", { raw, headers: signedHeaders(raw, { to }) });
});

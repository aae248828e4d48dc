import { expect, test } from "@playwright/test";
import { INBOUND, postMail, receiveAll, receiveOne } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import {
  type Alerted,
  addressIn,
  letAlertsAge,
  letAskingAge,
  mailBackTo,
  messagesOf,
  newAlerted,
  newText,
  type Provider,
  sendByMail,
  startProvider,
  visitorsMessages,
} from "../support/persons-mail.ts";

/*
 * Whether a reply to an alert is the person's: by what signs it, what a trusted server reports, or who sent it.
 */

// The address of the client that the posted emails name.
const SPF = { "spf.example": "v=spf1 ip4:192.0.2.7 -all", "relay.example": "v=spf1 ip4:192.0.2.7 -all" };

let world: MailWorld;
let provider: Provider;
let alerted: Alerted;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, INBOUND_AUTH_HOST: "mx.our.example", LIMIT_INBOUND: "1000" });
  provider = await startProvider(SPF);
});
test.beforeEach(async () => {
  alerted = await newAlerted(world);
});
test.afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await world.close();
});

type Mail = Omit<Parameters<typeof sendByMail>[2], "from" | "to"> & { from?: string; to?: string };

/** Sends a reply, and returns what became of it and what the visitor got. */
async function outcomeOf(mail: Mail = {}) {
  const { owner, visitor, id, to } = alerted;
  const text = newText();
  await letAskingAge(world);
  const end = await sendByMail(world, provider, { from: owner.email, to, text, envelope: { to }, ...mail });
  const last = (await visitorsMessages(world, visitor, id)).at(-1);
  const mailOf = (await messagesOf(world, owner, id)).at(-1)?.mail;
  return {
    end,
    isSent: last?.body === text,
    belief: last?.body === text ? mailOf?.belief : undefined,
    by: mailOf?.believedBy,
  };
}

const ASKED = { end: "refused: asked", isSent: false };

test("a reply that its provider signs is sent as the person's, with why it's believed", {
  tag: ["@journey", "@all"],
}, async () => {
  const { owner, visitor, id, to, alert } = alerted;
  expect(to).toMatch(/^inbox\+[a-z2-7]{26}@in\.example$/);
  expect(alert?.text).toMatch(/^Reply to this email, and your reply is sent straight to Grace\.\n/);
  expect(alert?.text).not.toContain("aren’t read");
  expect(alert?.headers.get("list")).toBeDefined();
  const end = await sendByMail(world, provider, { from: `Olga <${owner.email}>`, to, text: "Yes, since Monday." });
  expect(end).toBe("stored");
  const [theirs] = (await visitorsMessages(world, visitor, id)).slice(-1);
  expect(theirs).toMatchObject({
    seq: 2,
    senderType: "owner",
    senderId: owner.id,
    body: "Yes, since Monday.",
    via: "email",
  });
  expect(theirs).not.toHaveProperty("mail");
  const [stored] = (await messagesOf(world, owner, id)).slice(-1);
  expect(stored?.mail).toEqual({
    from: owner.email,
    subject: "Re: Hi",
    belief: "dkim",
    believedBy: "example.com",
    originalUntil: expect.any(String),
  });
  expect(await mailBackTo(world, owner)).toBeUndefined();
  const rows = await world.sql(
    "SELECT status, reason, draft, envelope, user_id FROM received_mails WHERE conversation_id = $1",
    [id],
  );
  expect(rows).toEqual([{ status: "stored", reason: null, draft: null, envelope: {}, user_id: owner.id }]);
});

test("a forged sender, also with a leaked address, is asked about and not sent", { tag: "@all" }, async () => {
  expect(await outcomeOf({ signing: { domain: "" } })).toMatchObject(ASKED);
  expect(await outcomeOf({ signing: { domain: "evil.example" } })).toMatchObject(ASKED);
  expect(await outcomeOf({ from: "Eve <eve@evil.example>", signing: { domain: "evil.example" } })).toMatchObject(ASKED);
  const named = `"${alerted.owner.email}" <eve@evil.example>`;
  expect(await outcomeOf({ from: named, signing: { domain: "evil.example" } })).toMatchObject(ASKED);
  const second = (raw: string) => raw.replace(/^From: .*/m, (from) => `From: eve@evil.example\r\n${from}`);
  expect(await outcomeOf({ change: second })).toMatchObject(ASKED);
  const edited = (raw: string) => raw.replace("Reply ", "Forged ");
  expect(await outcomeOf({ change: edited })).toMatchObject(ASKED);
});

test("a signature that leaves out To, or a part of the body, proves nothing", async () => {
  expect(await outcomeOf({ signing: { skipFields: "to" } })).toMatchObject(ASKED);
  expect(await outcomeOf({ signing: { skipFields: "date" } })).toMatchObject(ASKED);
  const partial = (raw: string) => raw.replace("DKIM-Signature: v=1;", "DKIM-Signature: v=1; l=5;");
  expect(await outcomeOf({ change: partial })).toMatchObject(ASKED);
});

test("an email to someone else isn't believed if it's sent to us again, and a copy of a reply is a duplicate", async () => {
  const { owner, to } = alerted;
  const other = { to: "someone@else.example" };
  expect(await outcomeOf(other)).toMatchObject(ASKED);
  const added = (raw: string) => `To: ${to}\r\n${raw}`;
  expect(await outcomeOf({ ...other, change: added })).toMatchObject(ASKED);
  const raw = await provider.write({ from: owner.email, to, text: "Once" });
  await postMail(world, raw, { to });
  expect(await receiveAll(world, provider)).toEqual(["stored"]);
  await postMail(world, Buffer.from(`X-Copy: 1\r\n${raw}`), { to });
  expect(await receiveAll(world, provider)).toEqual(["duplicate"]);
});

test("SPF counts for the sender that the server signed, and a relay's doesn't", async () => {
  const { owner, to } = alerted;
  const email = `olga-${owner.id}@spf.example`;
  await world.sql("UPDATE users SET email = $2, email_key = $2 WHERE id = $1", [owner.id, email]);
  const from = (envelopeFrom: string) =>
    outcomeOf({ from: email, signing: { domain: "" }, envelope: { from: envelopeFrom, to } });
  expect(await from(email)).toMatchObject({ isSent: true, belief: "spf", by: "spf.example" });
  // A colleague's server may send in their name.
  expect(await from("bounce@spf.example")).toMatchObject(ASKED);
  expect(await from("bounce@relay.example")).toMatchObject(ASKED);
  expect(await from("<>")).toMatchObject({ end: "refused: machine", isSent: false });
});

test("only what a named server reports counts, for signatures that cover what ours must", async () => {
  const { owner, to, visitor, id } = alerted;
  const report = async (value: string, signing = {}) => {
    const raw = await provider.write({ from: owner.email, to, text: newText() }, signing);
    // A key that isn't known here.
    const broken = raw.toString().replace(/ s=s1;/, " s=gone;");
    await postMail(world, Buffer.from(`Authentication-Results: ${value}\r\n${broken}`), { to });
    await letAskingAge(world);
    return (await receiveAll(world, provider)).join();
  };
  expect(await report("mx.evil.example; dkim=pass header.d=example.com")).toBe("refused: asked");
  expect(await report("mx.our.example; dkim=fail header.d=example.com")).toBe("refused: asked");
  expect(await report("mx.our.example; dkim=pass header.d=example.com", { skipFields: "to" })).toBe("refused: asked");
  const forged = "mx.our.example; dkim=none\r\nAuthentication-Results: mx.our.example; dkim=pass header.d=example.com";
  expect(await report(forged)).toBe("refused: asked");
  expect(await visitorsMessages(world, visitor, id)).toHaveLength(1);
  expect(await report("mx.our.example; dkim=pass header.d=example.com")).toBe("stored");
  expect((await messagesOf(world, owner, id)).at(-1)?.mail).toMatchObject({
    belief: "results",
    believedBy: "example.com",
  });
});

test("what DNS doesn't say is tried three times, and then asked about", async () => {
  const { owner, to, id, visitor } = alerted;
  const raw = await provider.write({ from: owner.email, to, text: "Slow" });
  const { id: receivedId } = await postMail(world, raw, { to });
  const [row] = await world.sql<{ id: string; jobId: string }>(
    'SELECT id, job_id AS "jobId" FROM received_mails WHERE id = $1',
    [receivedId],
  );
  if (!row) throw new Error("no row");
  // Nothing listens there.
  const attempt = (number: number) => receiveOne(world, row, { nameServers: ["127.0.0.1:9"], attempt: number });
  expect(await attempt(1)).toContain("again: DNS");
  expect(await attempt(3)).toBe("refused: asked");
  expect(await visitorsMessages(world, visitor, id)).toHaveLength(1);
});

test("what comes within seconds, or may contain a part of the alert, is asked about though it's proven", async () => {
  const { owner, to } = alerted;
  expect(await outcomeOf({ text: `See ${world.baseUrl}/w/1/inbox` })).toMatchObject(ASKED);
  await world.sql("UPDATE reply_addresses SET created_at = now()");
  expect(await outcomeOf()).toMatchObject(ASKED);
  const reasons = await world.sql<{ why: string }>(
    "SELECT draft ->> 'why' AS why, belief FROM received_mails WHERE user_id = $1 ORDER BY created_at",
    [owner.id],
  );
  expect(reasons).toEqual([
    { why: "unsure", belief: "dkim" },
    { why: "quick", belief: "dkim" },
  ]);
  expect(to).not.toBe("");
});

const FORGED = { from: "eve@evil.example", signing: { domain: "evil.example" } };

test("a person is asked at their account's address only, with their text, three times an hour, and the rest waits", async () => {
  const { owner, to } = alerted;
  const ends = [];
  for (let count = 0; count < 4; count += 1)
    ends.push(await sendByMail(world, provider, { ...FORGED, to, text: newText() }));
  // What isn't proven to be theirs counts, whatever is wrong with it.
  ends.push(await sendByMail(world, provider, { ...FORGED, to, text: "" }));
  expect(ends).toEqual(["refused: asked", "refused: asked", "refused: asked", "postponed", "postponed"]);
  const before = world.server.received.length;
  const mail = await mailBackTo(world, owner);
  const sent = world.server.received.slice(before);
  expect(sent.map(({ to }) => to)).toEqual([[owner.email], [owner.email], [owner.email]]);
  expect(mail?.subject).toBe("Did you reply to Grace?");
  expect(mail?.text).toMatch(/An email from eve@evil\.example replies to Grace on Kiln Street/);
  expect(mail?.text).toContain("It isn’t from the address of your account.");
  expect(mail?.text).toMatch(/Your reply\n\nReply [\w-]{36}\n/);
  expect(mail?.replyTo).toBeUndefined();
});

test("a real reply past those isn't lost: it's asked about in its turn, before newer ones, and after a day it's noted", async () => {
  const { owner, to } = alerted;
  for (let count = 0; count < 3; count += 1)
    expect(await sendByMail(world, provider, { ...FORGED, to, text: newText() })).toBe("refused: asked");
  await mailBackTo(world, owner);
  const real = { from: "olga@private.example", to, text: "Yes, since Monday.", signing: { domain: "" } };
  expect(await sendByMail(world, provider, real)).toBe("postponed");
  expect(await sendByMail(world, provider, { ...FORGED, to, text: newText() })).toBe("postponed");
  const waiting = await world.sql<{ minutes: number }>(
    `SELECT round(extract(epoch FROM due_at - now()) / 60)::int AS minutes FROM received_mails
     WHERE status = 'pending' AND user_id = $1 ORDER BY created_at`,
    [owner.id],
  );
  expect(waiting).toEqual([{ minutes: 60 }, { minutes: 60 }]);
  // What's proven is sent at once.
  expect(await sendByMail(world, provider, { from: owner.email, to, text: newText() })).toBe("stored");

  await letAskingAge(world);
  const dueNow = (rows: string) =>
    world.sql(
      `UPDATE received_mails SET due_at = now() WHERE id IN (
         SELECT id FROM received_mails WHERE status = 'pending' AND user_id = $1 ORDER BY created_at LIMIT ${rows})`,
      [owner.id],
    );
  await dueNow("1");
  expect(await receiveAll(world, provider)).toEqual(["refused: asked"]);
  expect((await mailBackTo(world, owner))?.text).toContain("Yes, since Monday.");

  for (let count = 0; count < 2; count += 1) await sendByMail(world, provider, { ...FORGED, to, text: newText() });
  await mailBackTo(world, owner);
  await world.sql(
    "UPDATE received_mails SET created_at = created_at - interval '1 day' WHERE status = 'pending' AND user_id = $1",
    [owner.id],
  );
  await world.sql(
    `INSERT INTO mails (id, job_id, kind, user_id, received_id, status, due_at, created_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'reply_back', user_id, id, 'sent', now(), now(), now()
     FROM received_mails WHERE user_id = $1 AND status = 'refused'`,
    [owner.id],
  );
  await dueNow("1");
  expect(await receiveAll(world, provider)).toEqual(["refused: asked"]);
  expect(await mailBackTo(world, owner)).toBeUndefined();
});

test("a second copy of a reply that wasn't sent is a duplicate, unless it proves what the first one didn't", async () => {
  const { owner, visitor, id, to } = alerted;
  const posted = async (raw: Buffer<ArrayBuffer>, changed = 0) => {
    await postMail(world, Buffer.concat([Buffer.from(`X-Copy: ${changed}\r\n`), raw]), { to });
    return (await receiveAll(world, provider)).join();
  };
  const unproven = await provider.write({ from: "olga@private.example", to, text: "Yes." }, { domain: "" });
  expect([await posted(unproven), await posted(unproven, 1)]).toEqual(["refused: asked", "duplicate"]);
  const empty = await provider.write({ from: owner.email, to, text: "" });
  expect([await posted(empty), await posted(empty, 1)]).toEqual(["refused: empty", "duplicate"]);
  await world.sql("UPDATE visitors SET blocked_at = now() WHERE id = $1", [visitor.id]);
  const blocked = await provider.write({ from: owner.email, to, text: "Blocked?" });
  expect(await posted(blocked)).toBe("refused: blocked");
  await world.sql("UPDATE visitors SET blocked_at = NULL WHERE id = $1", [visitor.id]);
  expect(await posted(blocked, 1)).toBe("duplicate");

  await letAskingAge(world);
  const real = await provider.write({ from: owner.email, to, text: "Really." });
  // Someone with a copy of it was faster.
  const forged = Buffer.from(real.toString().replace(`From: ${owner.email}`, "From: eve@evil.example"));
  expect([await posted(forged), await posted(real)]).toEqual(["refused: asked", "stored"]);
  expect((await visitorsMessages(world, visitor, id)).map(({ body }) => body)).toEqual(["Is it back?", "Really."]);
  const before = (await world.mails()).length;
  expect(await posted(real, 1)).toBe("duplicate");
  expect(await world.mails()).toHaveLength(before);
});

test("an automatic response within seconds of a retry is asked about, however old the first attempt is", async () => {
  await world.deliverAll();
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const visitor = await world.openWidget(site);
  await world.write(visitor, "Is it back?", { name: "Grace" });
  world.server.setReplies([{ at: "data", reply: { code: 451, text: "4.3.0 later" } }, null]);
  expect(await world.deliverAll()).toContain("again");
  await letAlertsAge(world);
  await world.deliverAll();
  const to = addressIn(world.mailsTo(owner).at(-1)?.mail);
  expect(await sendByMail(world, provider, { from: owner.email, to, text: "I'm away" })).toBe("refused: asked");
  const [row] = await world.sql("SELECT draft ->> 'why' AS why FROM received_mails WHERE user_id = $1", [owner.id]);
  expect(row).toEqual({ why: "quick" });
});

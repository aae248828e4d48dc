import { expect, test } from "@playwright/test";
import { giveUpReceived } from "#lib/notify/mail-in/received.system.ts";
import { send } from "../support/api-client.ts";
import { INBOUND, postMail, receiveOne } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import {
  addressIn,
  joinTeam,
  letAlertsAge,
  mailBackTo,
  newText,
  type Provider,
  sendByMail,
  startProvider,
  visitorsMessages,
} from "../support/persons-mail.ts";
import { rowsContaining } from "../support/rows-containing.ts";

/*
 * What a person's address does once they, the visitor, the site or the conversation are gone.
 */

let world: MailWorld;
let provider: Provider;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, LIMIT_INBOUND: "1000" });
  provider = await startProvider();
});
test.afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await world.close();
});

/** A conversation about which a teammate of the owner was emailed. */
async function newShared() {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const other = await world.newSite(owner);
  const bob = await joinTeam(world, owner);
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { name: "Grace", email: `grace-${visitor.id}@example.com` });
  await world.deliverAll();
  await letAlertsAge(world);
  const call = (body?: object) => ({ baseUrl: world.baseUrl, token: owner.token, ...(body && { body }) });
  return { owner, bob, visitor, id, site, other, call, to: addressIn(world.mailsTo(bob).at(-1)?.mail) };
}
type Shared = Awaited<ReturnType<typeof newShared>>;

const replyOf = ({ bob, to }: Shared, text = newText()) => sendByMail(world, provider, { from: bob.email, to, text });
const countOf = async ({ id }: Shared) =>
  (await world.sql("SELECT FROM messages WHERE conversation_id = $1 AND sender_type = 'owner'", [id])).length;

test("someone who was removed, suspended or lost the site between alert and reply sends nothing", async () => {
  const suspended = await newShared();
  await send("PATCH", `/members/${suspended.bob.id}`, suspended.call({ suspended: true }));
  expect(await replyOf(suspended, "Suspended text")).toBe("refused: no_access");
  const back = await mailBackTo(world, suspended.bob);
  expect(back?.subject).toBe("Not sent: your reply to a visitor");
  expect(back?.text).toContain("Suspended text");
  expect(back?.text).not.toContain("Grace");
  expect(await countOf(suspended)).toBe(0);
  await send("PATCH", `/members/${suspended.bob.id}`, suspended.call({ suspended: false }));
  expect(await replyOf(suspended)).toBe("stored");

  const limited = await newShared();
  await send("PATCH", `/members/${limited.bob.id}`, limited.call({ siteIds: [limited.other.id] }));
  expect(await replyOf(limited)).toBe("refused: no_access");
  await send("PATCH", `/members/${limited.bob.id}`, limited.call({ siteIds: [limited.site.id], role: "admin" }));
  expect(await replyOf(limited)).toBe("stored");

  const removed = await newShared();
  await send("DELETE", `/members/${removed.bob.id}`, removed.call());
  expect(await world.sql("SELECT FROM reply_addresses WHERE user_id = $1", [removed.bob.id])).toEqual([]);
  expect(await replyOf(removed)).toBe("refused: no_address");
  expect(await mailBackTo(world, removed.bob)).toBeUndefined();
});

test("someone with an account that's disabled, unconfirmed or has another address sends nothing", async () => {
  const set = (person: { id: string }, columns: string) =>
    world.sql(`UPDATE users SET ${columns} WHERE id = $1`, [person.id]);
  const disabled = await newShared();
  await set(disabled.bob, "disabled_at = now()");
  expect(await replyOf(disabled)).toBe("refused: no_access");
  const unconfirmed = await newShared();
  await set(unconfirmed.bob, "email_confirmed_at = NULL");
  expect(await replyOf(unconfirmed)).toBe("refused: no_access");
  for (const { bob } of [disabled, unconfirmed]) expect(await mailBackTo(world, bob)).toBeUndefined();
  const moved = await newShared();
  await set(moved.bob, `email = 'new-${moved.bob.email}', email_key = 'new-${moved.bob.email}'`);
  expect(await replyOf(moved)).toBe("refused: asked");
  const back = await mailBackTo(world, { ...moved.bob, email: `new-${moved.bob.email}` });
  expect(back?.subject).toBe("Did you reply to Grace?");
});

test("a person who's removed after the click sends nothing, and nothing of the conversation is emailed to them", async () => {
  const shared = await newShared();
  const { bob, to, call } = shared;
  const forged = { from: "eve@evil.example", to, text: "Forged", signing: { domain: "" } };
  expect(await sendByMail(world, provider, forged)).toBe("refused: asked");
  const queued = await world.mails();
  expect(queued.map(({ kind }) => kind)).toContain("reply_back");
  await send("PATCH", `/members/${bob.id}`, call({ suspended: true }));
  expect(await mailBackTo(world, bob)).toBeUndefined();
  expect(await countOf(shared)).toBe(0);
});

test("after the visitor is erased, or the site or conversation deleted, nothing of a reply is kept and nothing is sent", async () => {
  const paths = [
    ({ visitor }: Shared) => `/visitors/${visitor.id}`,
    ({ id }: Shared) => `/conversations/${id}`,
    ({ site }: Shared) => `/sites/${site.id}`,
  ];
  for (const path of paths) {
    const shared = await newShared();
    const canary = `canary${shared.visitor.id.replaceAll("-", "")}`;
    const { bob, to } = shared;
    const forged = { from: "eve@evil.example", to, text: canary, signing: { domain: "" } };
    expect(await sendByMail(world, provider, forged)).toBe("refused: asked");
    expect(await rowsContaining([canary], world.sql)).toEqual({ received_mails: 1 });
    await send("DELETE", path(shared), shared.call());
    expect(await replyOf(shared)).toMatch(/^refused: (no_address|no_access)$/);
    await world.sql("DELETE FROM sites WHERE closed_at IS NOT NULL");
    expect(await rowsContaining([canary], world.sql), path(shared)).toEqual({});
    expect(await world.sql("SELECT FROM reply_addresses WHERE user_id = $1", [bob.id])).toEqual([]);
  }
});

test("an account's addresses, and what waits of its emails, go with it", async () => {
  const shared = await newShared();
  const { bob, to, visitor, id } = shared;
  const forged = { from: "eve@evil.example", to, text: "canaryofanaccount", signing: { domain: "" } };
  expect(await sendByMail(world, provider, forged)).toBe("refused: asked");
  expect(await replyOf(shared, "Stays")).toBe("stored");
  await world.sql("DELETE FROM members WHERE user_id = $1", [bob.id]);
  await world.sql("DELETE FROM users WHERE id = $1", [bob.id]);
  expect(await rowsContaining(["canaryofanaccount"], world.sql)).toEqual({});
  expect(await world.sql("SELECT FROM reply_addresses WHERE user_id = $1", [bob.id])).toEqual([]);
  expect((await visitorsMessages(world, visitor, id)).at(-1)?.body).toBe("Stays");
});

test("an email that could never be read is reported to the person, and a reply that's cut off is sent once", async () => {
  const shared = await newShared();
  const { bob, to, visitor, id } = shared;
  const raw = await provider.write({ from: bob.email, to, text: "Cut off" });
  const { id: receivedId } = await postMail(world, raw, { to });
  const [row = { id: "", jobId: "" }] = await world.sql<{ id: string; jobId: string }>(
    `SELECT id, job_id AS "jobId" FROM received_mails WHERE id = $1`,
    [receivedId],
  );
  // The process is killed after the message was stored: its end isn't.
  await world.sql("ALTER TABLE received_mails ADD CONSTRAINT not_now CHECK (status <> 'stored') NOT VALID");
  try {
    await expect(receiveOne(world, row, provider)).rejects.toThrow();
  } finally {
    await world.sql("ALTER TABLE received_mails DROP CONSTRAINT not_now");
  }
  expect(await countOf(shared)).toBe(1);
  expect(await receiveOne(world, row, provider)).toBe("stored");
  expect((await visitorsMessages(world, visitor, id)).map(({ body }) => body)).toEqual(["Is it back?", "Cut off"]);

  // Two processes read the same one.
  const { id: twice } = await postMail(world, await provider.write({ from: bob.email, to, text: "Twice read" }), {
    to,
  });
  const [both = { id: "", jobId: "" }] = await world.sql<{ id: string; jobId: string }>(
    `SELECT id, job_id AS "jobId" FROM received_mails WHERE id = $1`,
    [twice],
  );
  expect(await Promise.all([1, 2].map(() => receiveOne(world, both, provider)))).toEqual(["stored", "stored"]);
  expect(await countOf(shared)).toBe(2);

  const unread = await newShared();
  const { id: lost } = await postMail(
    world,
    await provider.write({ from: unread.bob.email, to: unread.to, text: "Lost" }),
    {
      to: unread.to,
    },
  );
  const [{ jobId = "" } = {}] = await world.sql<{ jobId: string }>(
    `UPDATE received_mails SET user_id = $2 WHERE id = $1 RETURNING job_id AS "jobId"`,
    [lost, unread.bob.id],
  );
  await giveUpReceived({ queue: "inbound", rowId: lost, jobId }, "gave up");
  expect((await mailBackTo(world, unread.bob))?.text).toContain("Something went wrong.");
});

import { expect, test } from "@playwright/test";
import { ReplyLinkResponse } from "#lib/notify/mail-in/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { INBOUND, receiveAll } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import {
  addressIn,
  joinTeam,
  letAlertsAge,
  mailBackTo,
  newAlerted,
  type Provider,
  sendByMail,
  startProvider,
  tokenIn,
  visitorsMessages,
} from "../support/persons-mail.ts";

/*
 * Replies that wait for their writer: because a teammate was first, or because it isn't certain who wrote them.
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

const deliver = (mail: Parameters<typeof sendByMail>[2]) => sendByMail(world, provider, mail);
const preview = (token: string) =>
  ask(ReplyLinkResponse, 200, "POST", "/mail/replies/preview", { baseUrl: world.baseUrl, body: { token } });
const confirm = async (token: string) =>
  (await send("POST", "/mail/replies", { baseUrl: world.baseUrl, body: { token } })).status;
const gone = async (token: string) => {
  const call = { baseUrl: world.baseUrl, body: { token } };
  await refuse("link_gone", "POST", "/mail/replies/preview", call);
  await refuse("link_gone", "POST", "/mail/replies", call);
};

/** A conversation of a shared workspace, about which two people were emailed. */
async function newShared() {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const bob = await joinTeam(world, owner);
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { name: "Grace" });
  await world.deliverAll();
  await letAlertsAge(world);
  const bodies = async () => (await visitorsMessages(world, visitor, id)).map(({ body }) => body);
  return { owner, bob, visitor, id, site, bodies, to: addressIn(world.mailsTo(owner).at(-1)?.mail) };
}

test("a reply that a teammate's crossed is held, and one click sends it, once", async () => {
  const { owner, bob, id, to, bodies } = await newShared();
  await world.reply(bob, id, "Not yet, sorry.");
  const note = { baseUrl: world.baseUrl, token: bob.token, body: { note: "canary of a note" } };
  await send("POST", `/conversations/${id}/notes`, note);
  expect(await deliver({ from: owner.email, to, text: "Yes, since Monday." })).toBe("refused: held");
  const back = await mailBackTo(world, owner);
  expect(back?.subject).toBe("Not sent yet: your reply to Grace");
  expect(back?.text).toContain("> Not yet, sorry.");
  expect(back?.text).toContain("Yes, since Monday.");
  expect(back?.text).not.toContain("canary");
  const token = tokenIn(back);
  expect(await preview(token)).toEqual({
    siteName: "Kiln Street",
    visitorName: "Grace",
    text: "Yes, since Monday.",
    files: [],
    why: "held",
    from: owner.email,
    newer: [{ senderName: "Bob", body: "Not yet, sorry.", createdAt: expect.any(String) }],
    until: expect.any(String),
  });
  expect(await bodies()).toEqual(["Is it back?", "Not yet, sorry."]);
  for (const method of ["GET", "HEAD"]) expect((await world.send(method, "/mail/replies")).status).toBe(405);
  const clicks = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(clicks.toSorted()).toEqual([204, 410, 410]);
  expect(await receiveAll(world, provider)).toEqual(["stored"]);
  expect(await bodies()).toEqual(["Is it back?", "Not yet, sorry.", "Yes, since Monday."]);
  await gone(token);
  expect(await mailBackTo(world, owner)).toBeUndefined();
});

test("a reply to the email about a held one says what its writer has seen by then", async () => {
  const { owner, bob, id, to, bodies } = await newShared();
  await world.reply(bob, id, "Not yet, sorry.");
  expect(await deliver({ from: owner.email, to, text: "Yes." })).toBe("refused: held");
  const back = await mailBackTo(world, owner);
  await letAlertsAge(world);
  const marked = (back?.text ?? "").replace(/^/gm, "> ");
  const text = `Bob is right.\n\nOn Sun, 29 Nov 2026 at 10:00, Inbox wrote:\n${marked}`;
  expect(await deliver({ from: owner.email, to: addressIn(back), text })).toBe("stored");
  expect(await bodies()).toEqual(["Is it back?", "Not yet, sorry.", "Bob is right."]);
});

test("a visitor's newer message doesn't hold a reply, and is quoted to its writer", async () => {
  const { owner, visitor, to, bodies } = await newShared();
  await world.write(visitor, "I mean the blue one.");
  expect(await deliver({ from: owner.email, to, text: "Yes, since Monday." })).toBe("stored");
  expect(await bodies()).toEqual(["Is it back?", "I mean the blue one.", "Yes, since Monday."]);
  const back = await mailBackTo(world, owner);
  expect(back?.subject).toBe("Sent: your reply to Grace");
  expect(back?.text).toContain("> I mean the blue one.");
});

test("a reply that isn't proven is sent exactly as it was shown, after a click", async () => {
  const { owner, visitor, id, to } = await newAlerted(world);
  const [text, from] = ["It's *back*.\n\nSee you", "Olga <olga@private.example>"];
  const attachments = [{ filename: "a.txt", content: "text" }];
  expect(await deliver({ from, to, text, attachments, signing: { domain: "" } })).toBe("refused: asked");
  const token = tokenIn(await mailBackTo(world, owner));
  const shown = await preview(token);
  expect(shown).toMatchObject({
    text,
    files: [{ name: "a.txt", size: 4 }],
    why: "sender",
    from: "olga@private.example",
  });
  // What the visitor writes meanwhile changes nothing of it.
  await world.write(visitor, "See you");
  expect(await confirm(token)).toBe(204);
  const stored = await world.sql("SELECT status, is_released FROM received_mails WHERE conversation_id = $1", [id]);
  expect(stored).toEqual([{ status: "pending", is_released: true }]);
  expect(await receiveAll(world, provider)).toEqual(["stored"]);
  expect((await visitorsMessages(world, visitor, id)).at(-1)).toMatchObject({ body: text, senderId: owner.id });
  const [mail] = await world.sql(
    "SELECT belief, believed_by FROM message_mails mm JOIN messages m ON m.id = mm.message_id WHERE m.conversation_id = $1",
    [id],
  );
  expect(mail).toEqual({ belief: "click", believed_by: null });
});

test("a click that a teammate's reply crossed leads to another email, with a link of its own", async () => {
  const { owner, bob, id, to, bodies } = await newShared();
  expect(await deliver({ from: "olga@private.example", to, text: "Yes.", signing: { domain: "" } })).toBe(
    "refused: asked",
  );
  const first = tokenIn(await mailBackTo(world, owner));
  await world.reply(bob, id, "Not yet, sorry.");
  expect(await confirm(first)).toBe(204);
  expect(await receiveAll(world, provider)).toEqual(["refused: held"]);
  const second = tokenIn(await mailBackTo(world, owner));
  expect(second).not.toBe(first);
  await gone(first);
  expect(await confirm(second)).toBe(204);
  expect(await receiveAll(world, provider)).toEqual(["stored"]);
  expect(await bodies()).toEqual(["Is it back?", "Not yet, sorry.", "Yes."]);
});

test("a link doesn't work after 7 days, after the address changed, without access, or for another purpose", async () => {
  const asked = async () => {
    const shared = await newShared();
    const { owner, to } = shared;
    expect(await deliver({ from: "olga@private.example", to, text: "Yes.", signing: { domain: "" } })).toBe(
      "refused: asked",
    );
    const token = tokenIn(await mailBackTo(world, owner));
    expect((await preview(token)).text).toBe("Yes.");
    return { ...shared, token };
  };
  const late = await asked();
  await world.sql("UPDATE one_time_links SET expires_at = now() WHERE user_id = $1", [late.owner.id]);
  await gone(late.token);
  const moved = await asked();
  await world.sql("UPDATE users SET email = $2 WHERE id = $1", [moved.owner.id, `new-${moved.owner.email}`]);
  await gone(moved.token);
  const closed = await asked();
  await world.sql("UPDATE users SET disabled_at = now() WHERE id = $1", [closed.owner.id]);
  await gone(closed.token);
  const erased = await asked();
  await send("DELETE", `/visitors/${erased.visitor.id}`, { baseUrl: world.baseUrl, token: erased.owner.token });
  await gone(erased.token);
  await gone("no such token");
  await refuse("invalid_request", "POST", "/mail/replies", { baseUrl: world.baseUrl, body: { token: "" } });
  const kept = await asked();
  const stored = await world.sql<{ row: string }>("SELECT l::text AS row FROM one_time_links l");
  expect(stored.some(({ row }) => row.includes(kept.token))).toBe(false);
});

import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ownerOfScheduledReply } from "#gate/scheduled-reply.ts";
import { LabelResponse } from "#lib/desk/labels/schema.ts";
import { MessageResponse, ReplyResponse } from "#lib/desk/messages/schema.ts";
import { releaseDue } from "#lib/desk/scheduled-replies/release.system.ts";
import { ScheduledReplyResponse } from "#lib/desk/scheduled-replies/schema.ts";
import { deleteUnnamedUploads } from "#lib/files/files/stored-contents.system.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  conversation,
  markRead,
  newApiKey,
  newConversation,
  newOwner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { uploadAsMember } from "../support/files.ts";
import { insertRows } from "../support/insert-rows.ts";
import { newLabel } from "../support/labels.ts";
import { addNote } from "../support/notes.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import {
  inAnHour,
  laterCall,
  letBeDue,
  schedule,
  scheduledOf,
  scheduledPath,
  stopOf,
  takeBack,
} from "../support/scheduled-replies.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const bodiesOf = async (owner: Parameters<typeof allMessages>[0], id: string) =>
  (await allMessages(owner, id)).map(({ body }) => body);

async function sharedConversation() {
  const { owner, admin, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has a site");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello", { email: "ada@example.com" });
  return { owner, admin, agent, site, visitor, id };
}

test("a held reply becomes a message with its id and gets its seq when it's due", async () => {
  const { owner, visitor, id } = await newConversation();
  const held = await schedule(owner, id, { message: "Yes.", holdSeconds: 1, close: true });
  expect(held).toMatchObject({ state: "scheduled", body: "Yes.", close: true, userId: owner.user.id });
  expect(Date.parse(held.sendAt) - Date.parse(held.createdAt)).toBeGreaterThanOrEqual(990);
  expect(await scheduledOf(owner, id)).toEqual([held]);
  await expect.poll(() => bodiesOf(owner, id), { timeout: 15_000 }).toEqual(["Hello", "Yes."]);
  const [, message] = await allMessages(owner, id);
  expect(message).toMatchObject({ id: held.id, seq: 2, senderId: owner.user.id });
  expect(await scheduledOf(owner, id)).toEqual([]);
  expect((await conversation(owner, id)).status).toBe("closed");
  const seen = await send("GET", `/public/conversations/${id}/messages`, visitor);
  expect(seen.text).toContain("Yes.");
});

test("the same request returns a scheduled reply as it is: scheduled, sent or undone", async () => {
  const { owner, id } = await newConversation();
  const body = { message: "Yes.", sendAt: inAnHour() };
  for (const end of ["sent", "undone"] as const) {
    const call = laterCall(owner, body);
    const repeat = async () => {
      const response = await send("POST", scheduledPath(id), call);
      expect([response.status, response.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
      return ScheduledReplyResponse.parse(JSON.parse(response.text)).scheduledReply;
    };
    const { scheduledReply: first } = await ask(ScheduledReplyResponse, 201, "POST", scheduledPath(id), call);
    expect(await repeat()).toEqual(first);
    // A direct reply with the key would be a second one.
    const direct = { ...call, body: { message: "Yes." } };
    await refuse("idempotency_mismatch", "POST", `/conversations/${id}/messages`, direct);
    await refuse("idempotency_mismatch", "POST", scheduledPath(id), { ...call, body: { ...body, message: "No." } });
    if (end === "undone") await takeBack(owner, first);
    else await ask(MessageResponse, 200, "POST", `${scheduledPath(id, first.id)}/send`, { token: owner.token });
    expect(await repeat()).toMatchObject({ id: first.id, body: "Yes.", state: end });
    await letBeDue(first);
  }
  const { message } = await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, {
    token: owner.token,
    body: { message: "Direct." },
    headers: { "Idempotency-Key": "direct" },
  });
  const later = await schedule(owner, id, { message: "Direct." }, "direct");
  expect(later).toMatchObject({ id: message.id, state: "sent" });
  expect(await bodiesOf(owner, id)).toEqual(["Hello", "Yes.", "Direct."]);
});

test("a reply that was taken back returns what was written, and is never sent", async () => {
  const { owner, site, id } = await newConversation();
  const file = await uploadAsMember(owner, site.id, { name: "plan.png" });
  const held = await schedule(owner, id, { message: "Oops", files: [file.id], holdSeconds: 30 });
  const undone = await takeBack(owner, held);
  expect(undone).toEqual({ ...held, state: "undone" });
  expect(undone.files).toEqual([file]);
  expect(await takeBack(owner, held)).toEqual(undone);
  await letBeDue(held);
  const next = await schedule(owner, id, { message: "Better", files: [file.id], holdSeconds: 0 });
  await expect.poll(() => bodiesOf(owner, id), { timeout: 15_000 }).toEqual(["Hello", "Better"]);
  await refuse("conflict", "DELETE", scheduledPath(id, next.id), { token: owner.token });
  const later = { token: owner.token, body: { sendAt: inAnHour() } };
  await refuse("conflict", "PATCH", scheduledPath(id, next.id), later);
  await refuse("not_found", "PATCH", scheduledPath(id, held.id), later);
  await refuse("not_found", "POST", `${scheduledPath(id, held.id)}/send`, { token: owner.token });
  expect(await bodiesOf(owner, id)).toEqual(["Hello", "Better"]);
});

test("a scheduled reply is stopped with the reason if something changed since Send, and marks the conversation", {
  tag: "@all",
}, async () => {
  const { owner, admin, visitor, id } = await sharedConversation();
  const changes: [reason: string, change: () => Promise<unknown>][] = [
    ["visitor", () => sendMessage(visitor, id, "Wait")],
    ["colleague", () => reply(admin, id, "I know this.")],
    ["colleague", () => addNote(admin, id, "Don’t refund.")],
    ["email", () => sql("UPDATE visitors SET email = 'other@example.com' WHERE id = $1", [visitor.visitorId])],
    ["spam", () => patchConversation(owner, id, { spam: true })],
    ["blocked", () => patchConversation(owner, id, { visitorBlocked: true })],
  ];
  for (const [reason, change] of changes) {
    const later = await schedule(owner, id, { message: `Stopped by ${reason}` });
    await change();
    await markRead(owner, id);
    await letBeDue(later);
    expect(await stopOf(owner, later)).toBe(reason);
    expect((await conversation(owner, id)).unreadCount, reason).toBeGreaterThan(0);
    await takeBack(owner, later);
  }
  expect((await bodiesOf(owner, id)).filter((body) => body.startsWith("Stopped"))).toEqual([]);
});

test("a stopped reply is sent anyway, or scheduled again, whatever was written until then", {
  tag: "@all",
}, async () => {
  const { owner, visitor, id } = await newConversation();
  const [anyway, again] = [
    await schedule(owner, id, { message: "Anyway" }),
    await schedule(owner, id, { message: "Again" }),
  ];
  await sendMessage(visitor, id, "Wait");
  await letBeDue(anyway, again);
  for (const one of [anyway, again]) expect(await stopOf(owner, one)).toBe("visitor");
  const { message } = await ask(MessageResponse, 200, "POST", `${scheduledPath(id, anyway.id)}/send`, {
    token: owner.token,
  });
  expect(message).toMatchObject({ id: anyway.id, seq: 3 });
  const call = { token: owner.token, body: { sendAt: inAnHour() } };
  const put = await ask(ScheduledReplyResponse, 200, "PATCH", scheduledPath(id, again.id), call);
  expect(put.scheduledReply).toMatchObject({ state: "scheduled", sendAt: call.body.sendAt });
  expect(put.scheduledReply.reason).toBeUndefined();
  await letBeDue(again);
  await expect.poll(() => bodiesOf(owner, id), { timeout: 15_000 }).toEqual(["Hello", "Wait", "Anyway", "Again"]);
});

test("an earlier email of the visitor's is never used, and a first one is", async () => {
  const { owner, visitor, id } = await newConversation();
  const later = await schedule(owner, id);
  await sql("UPDATE visitors SET email = 'first@example.com' WHERE id = $1", [visitor.visitorId]);
  await letBeDue(later);
  await expect.poll(async () => (await allMessages(owner, id)).length, { timeout: 15_000 }).toBe(2);
});

test("one person's replies are sent in the order of their times, and don't stop each other", async () => {
  const { owner, id } = await sharedConversation();
  const texts = Array.from({ length: 6 }, (_, at) => `Part ${at}`);
  const parts = [];
  for (const message of texts) parts.push(await schedule(owner, id, { message }));
  await letBeDue(...parts);
  await expect.poll(() => bodiesOf(owner, id), { timeout: 15_000 }).toEqual(["Hello", ...texts]);
});

test("a reply is stopped if its writer loses the site or the membership, and one of an API key with the key", async () => {
  const { owner, agent, id } = await sharedConversation();
  const later = await schedule(agent, id);
  const { key, secret } = await newApiKey(owner, "write");
  const byKey = await schedule({ token: secret }, id);
  await sql("UPDATE members SET site_ids = ARRAY[gen_random_uuid()], version = version + 1 WHERE user_id = $1", [
    agent.user.id,
  ]);
  await askNothing("DELETE", `/account/keys/${key.id}`, { token: owner.token });
  await letBeDue(later, byKey);
  for (const one of [later, byKey]) expect(await stopOf(owner, one)).toBe("access");
  expect(await bodiesOf(owner, id)).toEqual(["Hello"]);
});

test("a removed member's replies are stopped at once, and those who are left see that and can discard them", async () => {
  const { owner, admin, agent, id } = await sharedConversation();
  const later = await schedule(agent, id);
  await markRead(admin, id);
  await reply(owner, id, "Hi");
  await patchConversation(owner, id, { assignee: admin.user.id });
  await markRead(admin, id);
  await askNothing("DELETE", `/members/${agent.user.id}`, { token: owner.token });
  expect(await scheduledOf(admin, id)).toMatchObject([{ id: later.id, state: "stopped", reason: "access" }]);
  expect((await conversation(admin, id)).unreadCount).toBe(1);
  // It's the assignee's.
  expect((await conversation(owner, id)).unreadCount).toBe(0);
  const call = { token: admin.token };
  await refuse("not_found", "POST", `${scheduledPath(id, later.id)}/send`, call);
  await refuse("not_found", "PATCH", scheduledPath(id, later.id), { ...call, body: { sendAt: inAnHour() } });
  expect(await takeBack(admin, later)).toMatchObject({ state: "undone" });
  expect(await scheduledOf(admin, id)).toEqual([]);
});

test("a reply that an API key scheduled needs no login through the provider", async () => {
  const { owner, id } = await newConversation();
  const { secret } = await newApiKey(owner, "write");
  const later = await schedule({ token: secret }, id, { message: "By key" });
  await sql("UPDATE workspaces SET oidc_from = now() WHERE owner_id = $1", [owner.user.id]);
  await letBeDue(later);
  await expect
    .poll(() => sql("SELECT body FROM messages WHERE id = $1", [later.id]), { timeout: 15_000 })
    .toEqual([{ body: "By key" }]);
});

test("what the visitor wrote after what a reply's writer had seen stops it, even before it arrived", async () => {
  const { owner, visitor, id } = await newConversation();
  await sendMessage(visitor, id, "Wait");
  const held = await schedule(owner, id, { message: "Waited offline", holdSeconds: 0, seenSeq: 1 });
  expect(await stopOf(owner, held)).toBe("visitor");
});

test("a message that its visitor took back stops no reply", async () => {
  const { owner, visitor, id } = await newConversation();
  const later = await schedule(owner, id, { message: "Later" });
  const { id: messageId } = await sendMessage(visitor, id, "Wait");
  await askNothing("DELETE", `/public/conversations/${id}/messages/${messageId}`, visitor);
  await letBeDue(later);
  await expect.poll(() => scheduledOf(owner, id), { timeout: 15_000 }).toEqual([]);
  expect((await allMessages(owner, id)).at(-1)).toMatchObject({ id: later.id, body: "Later" });
});

test("at most twenty of a person's replies wait in one conversation", async () => {
  const { owner, admin, id } = await sharedConversation();
  const call = laterCall(owner, {});
  await ask(ScheduledReplyResponse, 201, "POST", scheduledPath(id), call);
  const [first] = await scheduledOf(owner, id);
  for (let count = 1; count < 20; count += 1) await schedule(owner, id);
  await refuse("conflict", "POST", scheduledPath(id), laterCall(owner, {}));
  // It isn't another one.
  await ask(ScheduledReplyResponse, 201, "POST", scheduledPath(id), call);
  await schedule(admin, id);
  if (first) await takeBack(owner, first);
  await schedule(owner, id);
});

test("a held reply's refused actions stay for its writer until they're dismissed", async () => {
  const { owner, admin, id } = await sharedConversation();
  const label = await newLabel(owner);
  const actions = { labels: [label.id], assignee: randomUUID() };
  await using stream = await ownerStream(owner);
  const held = await schedule(owner, id, { message: "Yes.", holdSeconds: 0, actions });
  const refused = [{ action: "assignee", code: "invalid_request" }];
  await expect
    .poll(() => scheduledOf(owner, id), { timeout: 15_000 })
    .toMatchObject([{ id: held.id, state: "sent", refused }]);
  await stream.next("scheduled_replies.updated", ({ conversationId }) => conversationId === id);
  expect((await allMessages(owner, id)).at(-1)).toMatchObject({ id: held.id, body: "Yes." });
  expect((await conversation(owner, id)).labelIds).toEqual([label.id]);
  expect(await scheduledOf(admin, id)).toEqual([]);
  expect(await takeBack(owner, held)).toMatchObject({ state: "sent", refused });
  expect(await scheduledOf(owner, id)).toEqual([]);
  await refuse("conflict", "DELETE", scheduledPath(id, held.id), { token: owner.token });

  const later = await schedule(owner, id, { actions });
  const path = `${scheduledPath(id, later.id)}/send`;
  expect(await ask(ReplyResponse, 200, "POST", path, { token: owner.token })).toMatchObject({ refused });
  expect(await scheduledOf(owner, id)).toMatchObject([{ id: later.id, state: "sent", refused }]);
});

test("actions that weren't done because the process ended are done by another one, and then nothing is left", async () => {
  const { owner, id } = await newConversation();
  const [label, other] = [await newLabel(owner), await newLabel(owner)];
  const actions = { labels: [label.id] };
  const held = await schedule(owner, id, { message: "Yes.", holdSeconds: 0, actions });
  const rowsOf = () => sql("SELECT id FROM scheduled_replies WHERE conversation_id = $1", [id]);
  await expect.poll(async () => (await conversation(owner, id)).labelIds, { timeout: 15_000 }).toEqual([label.id]);
  await expect.poll(rowsOf, { timeout: 15_000 }).toEqual([]);
  // As if the process had ended before it got there.
  await patchConversation(owner, id, { labels: { remove: [label.id] } });
  const row = { conversation_id: id, user_id: owner.user.id, state: "acting", reply: { message: "Yes.", actions } };
  const soon = new Date(Date.now() + 3_600_000);
  await insertRows(sql, "scheduled_replies", [{ ...row, id: held.id, send_at: new Date(), try_at: soon }]);
  await refuse("conflict", "DELETE", scheduledPath(id, held.id), { token: owner.token });
  await ask(LabelResponse, 200, "POST", `/labels/${label.id}/merge`, { token: owner.token, body: { into: other.id } });
  await sql("UPDATE scheduled_replies SET try_at = now() WHERE id = $1", [held.id]);
  await expect.poll(rowsOf, { timeout: 15_000 }).toEqual([]);
  expect((await conversation(owner, id)).labelIds).toEqual([other.id]);
  expect((await allMessages(owner, id)).length).toBe(2);
});

test("actions that weren't done are dropped if their writer has lost access", async () => {
  const { owner, agent, id } = await sharedConversation();
  const label = await newLabel(owner);
  const sent = await reply(agent, id, "Yes.");
  const row = { id: sent.id, conversation_id: id, user_id: agent.user.id, state: "acting" };
  const actions = { labels: [label.id] };
  await insertRows(sql, "scheduled_replies", [
    { ...row, reply: { message: "Yes.", actions }, send_at: new Date(), try_at: new Date(Date.now() + 3_600_000) },
  ]);
  await sql("UPDATE members SET site_ids = ARRAY[gen_random_uuid()], version = version + 1 WHERE user_id = $1", [
    agent.user.id,
  ]);
  await sql("UPDATE scheduled_replies SET try_at = now() WHERE id = $1", [sent.id]);
  const left = () => sql("SELECT id FROM scheduled_replies WHERE id = $1", [sent.id]);
  await expect.poll(left, { timeout: 15_000 }).toEqual([]);
  expect((await conversation(owner, id)).labelIds).toEqual([]);
});

test("a due reply isn't sent again if a request has sent it under its key", async () => {
  const { owner, id } = await newConversation();
  const later = await schedule(owner, id, { message: "Yes." });
  await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, {
    token: owner.token,
    body: { message: "Yes." },
    headers: { "Idempotency-Key": "direct" },
  });
  await sql("UPDATE scheduled_replies SET key = 'direct' WHERE id = $1", [later.id]);
  await letBeDue(later);
  await expect.poll(() => scheduledOf(owner, id), { timeout: 15_000 }).toEqual([]);
  expect(await bodiesOf(owner, id)).toEqual(["Hello", "Yes."]);
});

test("a reply whose sending keeps failing is stopped, and so are actions that do, and the next reply goes on", {
  tag: "@all",
}, async () => {
  await using database = await openOwnDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const { user } = await newOwner(run);
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: "pk_fail", accent_color: "#123456" },
  ]);
  const [conversationId] = await addConversations(run, String(site?.id), [[{ body: "Hello" }]]);
  await run(`CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await run(
    "CREATE TRIGGER refuse_message BEFORE INSERT ON messages FOR EACH ROW WHEN (NEW.body = 'Bad') EXECUTE FUNCTION refuse_row()",
  );
  await run(
    "CREATE TRIGGER refuse_label BEFORE INSERT ON conversation_labels FOR EACH ROW EXECUTE FUNCTION refuse_row()",
  );
  const [label] = await insertRows(run, "labels", [
    { workspace_id: workspace?.id, name: "A", name_key: "a", color: "red" },
  ]);
  const row = { conversation_id: conversationId, user_id: user.id, seen_seq: 1, visitor_seq: 1, tries: 9 };
  const replies = [{ message: "Bad" }, { message: "Good", actions: { labels: [label?.id] } }];
  await insertRows(
    run,
    "scheduled_replies",
    replies.map((reply, at) => ({ ...row, reply, send_at: `2026-01-0${at + 1}`, try_at: `2026-01-0${at + 1}` })),
  );
  await releaseDue(ownerOfScheduledReply);
  expect(await run("SELECT body FROM messages WHERE sender_type = 'owner'")).toEqual([{ body: "Good" }]);
  await run("UPDATE scheduled_replies SET tries = 9, try_at = now() WHERE state = 'acting'");
  await releaseDue(ownerOfScheduledReply);
  expect(await run("SELECT state, reason, refused FROM scheduled_replies ORDER BY send_at")).toEqual([
    { state: "stopped", reason: "failed", refused: null },
    { state: "sent", reason: null, refused: [{ action: "labels", code: "unavailable" }] },
  ]);
});

test("logging out doesn't stop a reply, and teammates see it but can't change it", async () => {
  const { owner, admin, id } = await sharedConversation();
  await using stream = await ownerStream(admin);
  const later = await schedule(owner, id, { message: "Later" });
  await stream.next("scheduled_replies.updated", ({ conversationId }) => conversationId === id);
  expect((await scheduledOf(admin, id)).map((one) => one.id)).toEqual([later.id]);
  const { token } = admin;
  await refuse("not_found", "DELETE", scheduledPath(id, later.id), { token });
  await refuse("not_found", "POST", `${scheduledPath(id, later.id)}/send`, { token });
  await refuse("not_found", "PATCH", scheduledPath(id, later.id), { token, body: { sendAt: inAnHour() } });
  await askNothing("POST", "/auth/logout", { token: owner.token });
  await letBeDue(later);
  await expect.poll(() => bodiesOf(admin, id), { timeout: 15_000 }).toEqual(["Hello", "Later"]);
});

test("a scheduled reply goes with its conversation, and is in nothing that a visitor gets or an export has", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const canary = `canary${randomBytes(12).toString("hex").replaceAll(/\d/g, "x")}`;
  await using stream = await visitorStream(visitor);
  const later = await schedule(owner, id, { message: canary });
  await schedule(owner, id, { message: `${canary} again`, holdSeconds: 30 });
  await reply(owner, id, "Now");
  await stream.next("message.created", ({ message }) => message.body === "Now");
  const paths = ["", `/${id}/messages`, `/${id}/read`].map((path) => `/public/conversations${path}`);
  const visits = await Promise.all(paths.map((path) => send("GET", path, visitor)));
  const exports = [`/visitors/${visitor.visitorId}/export`, `/sites/${site.id}/export`];
  const files = await Promise.all(exports.map((path) => send("GET", path, owner)));
  expect(JSON.stringify([stream.received, visits, files])).not.toContain(canary);
  expect(stream.received.map(({ name }) => name)).not.toContain("scheduled_replies.updated");
  await refuse("unauthenticated", "GET", scheduledPath(id), { token: visitor.token });
  await askNothing("DELETE", `/conversations/${id}`, { token: owner.token });
  expect(await sql("SELECT 1 FROM scheduled_replies WHERE id = $1", [later.id])).toEqual([]);
});

test("a reply that a teammate has crossed isn't even held", async () => {
  const { owner, admin, id } = await sharedConversation();
  await reply(admin, id, "I know this.");
  const call = laterCall(owner, { holdSeconds: 5, seenSeq: 1 });
  const { newer } = await refuse("stale_reply", "POST", scheduledPath(id), call);
  expect(newer).toMatchObject({ lastSeq: 2 });
  expect(await scheduledOf(owner, id)).toEqual([]);
});

test("a file of a scheduled reply is kept, and one that was sent with another message stops it", {
  tag: "@all",
}, async () => {
  const { owner, site, id } = await newConversation();
  const file = await uploadAsMember(owner, site.id);
  const later = await schedule(owner, id, { files: [file.id], message: "See this" });
  const call = { token: owner.token, body: { files: [file.id] } };
  await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, call);
  await letBeDue(later);
  expect(await stopOf(owner, later)).toBe("files");
  await refuse("file_used", "POST", `${scheduledPath(id, later.id)}/send`, { token: owner.token });
  await refuse("file_not_found", "POST", scheduledPath(id), laterCall(owner, { files: [randomUUID()] }));
});

test("invalid times and holds are rejected by name", async () => {
  const { owner, id } = await newConversation();
  const refuseBody = (field: string, body: object) =>
    refuseFields([field], "POST", scheduledPath(id), { token: owner.token, body: { message: "Hi", ...body } });
  for (const holdSeconds of [-1, 31, 1.5, "5"]) await refuseBody("holdSeconds", { holdSeconds });
  await refuseBody("sendAt", {});
  await refuseBody("sendAt", { holdSeconds: 5, sendAt: inAnHour() });
  for (const sendAt of ["tomorrow", new Date(Date.now() + 367 * 86_400_000).toISOString()])
    await refuseBody("sendAt", { sendAt });
  await refuseBody("message", { holdSeconds: 5, message: "" });
  // One that passed while a browser was offline is sent at once.
  await schedule(owner, id, { message: "Late", sendAt: "2026-01-01T00:00:00Z" });
  await expect.poll(() => bodiesOf(owner, id), { timeout: 15_000 }).toEqual(["Hello", "Late"]);
});

test("the cleanup of uploads spares those of scheduled replies", async () => {
  await using database = await openOwnDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const { user } = await newOwner(run);
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  const place = { workspace_id: workspace?.id };
  const [site] = await insertRows(run, "sites", [{ ...place, public_key: "pk_files", accent_color: "#123456" }]);
  const [conversationId] = await addConversations(run, String(site?.id), [[{ body: "Hello" }]]);
  const [content] = await insertRows(run, "stored_files", [{ hash: "a".repeat(64), storage_key: "k" }]);
  const old = { ...place, site_id: site?.id, hash: content?.hash, user_id: user.id, created_at: "2026-01-01" };
  const [kept] = await insertRows(run, "files", [old, old]);
  await insertRows(run, "scheduled_replies", [
    { conversation_id: conversationId, user_id: user.id, file_ids: [kept?.id], state: "stopped", reason: "visitor" },
  ]);
  expect(await deleteUnnamedUploads()).toBe(1);
  expect(await run("SELECT id FROM files")).toEqual([{ id: kept?.id }]);
});

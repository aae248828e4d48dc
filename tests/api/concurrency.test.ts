import { expect, test } from "@playwright/test";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { type ApiResponse, askNothing, readProblem, send } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  inbox,
  newConversation,
  newOwner,
  newOwnerWithSite,
  type Owner,
  openWidget,
  readPositions,
  sendMessage,
  start,
  type Visitor,
} from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const FIFTY = Array.from({ length: 50 }, (_, at) => at);

const KEY = { "Idempotency-Key": "k" };

const tryStart = ({ token }: Visitor, message: string, headers = {}) =>
  send("POST", "/public/conversations", { token, body: { message, name: "Ada" }, headers });
const trySend = ({ token }: Visitor, id: string, message: string, headers = {}) =>
  send("POST", `/public/conversations/${id}/messages`, { token, body: { message }, headers });
const tryReply = ({ token }: Owner, id: string, message: string) =>
  send("POST", `/conversations/${id}/messages`, { token, body: { message } });
const tryPatch = ({ token }: Owner, id: string, status: string) =>
  send("PATCH", `/conversations/${id}`, { token, body: { status } });

const statusesOf = (responses: ApiResponse[]) =>
  [...new Set(responses.map((response) => response.status))].toSorted((a, b) => a - b);
const messageOf = ({ text }: ApiResponse): { id: string; conversationId: string } => JSON.parse(text).message;

/** What has to be true of an owner's conversations at any time (contract sections 5 and 7). */
async function expectSound(owner: Owner): Promise<void> {
  const open = new Map<string, number>();
  for (const item of await inbox(owner, "?limit=100")) {
    const messages = await allMessages(owner, item.id);
    expect(
      messages.map((message) => message.seq),
      "seq has no gaps",
    ).toEqual(messages.map((_, at) => at + 1));
    expect(item.lastSeq).toBe(messages.length);
    const times = messages.map((message) => message.createdAt);
    expect(times, "time never runs against seq").toEqual(times.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
    expect(item.lastMessageAt).toBe(times.at(-1));
    expect(item.createdAt <= item.lastMessageAt, "no message is older than its conversation").toBe(true);
    if (item.status === "open") open.set(item.visitorId, (open.get(item.visitorId) ?? 0) + 1);
  }
  expect(Math.max(0, ...open.values()), "at most one is open").toBeLessThanOrEqual(1);
}

/** Every message that was acknowledged is stored once, and nothing else is. */
async function expectAllKept(owner: Owner, responses: ApiResponse[], before: number): Promise<void> {
  const sent = responses.filter((response) => response.status === 201).map((response) => messageOf(response).id);
  const stored = (await storedRows(owner)).messages;
  expect(stored).toHaveLength(before + sent.length);
  const kept = new Set(stored.map((message) => message.id));
  expect(sent.filter((id) => !kept.has(id))).toEqual([]);
}

test("a visitor's 50 concurrent first messages become one conversation with 50 messages (C1)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const started = await Promise.all(FIFTY.map((at) => start(visitor, `No. ${at}`)));
  expect(new Set(started.map((one) => one.conversationId)).size).toBe(1);
  expect(await inbox(owner)).toMatchObject([{ lastSeq: 50, unreadCount: 50, status: "open" }]);
  const messages = await allMessages(owner, started[0]?.conversationId ?? "");
  expect(new Set(messages.map((message) => message.body))).toEqual(new Set(FIFTY.map((at) => `No. ${at}`)));
  await expectSound(owner);
});

test("50 concurrent first messages of 50 visitors become 50 conversations", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await Promise.all(FIFTY.map(() => openWidget(site)));
  await Promise.all(visitors.map((visitor) => start(visitor, "Hello")));
  expect(await inbox(owner, "?limit=100")).toHaveLength(50);
});

test("50 concurrent messages in one conversation get 50 numbers, and the preview is the last of them (C15)", async () => {
  const { owner, visitor, id } = await newConversation();
  const sent = await Promise.all(FIFTY.map((at) => sendMessage(visitor, id, `No. ${at}`, { name: `Ada ${at}` })));
  expect(new Set(sent.map((message) => message.seq)).size).toBe(50);
  const last = (await allMessages(owner, id)).at(-1);
  expect(await conversation(owner, id)).toMatchObject({ lastSeq: 51, lastMessagePreview: last?.body });
  await expectSound(owner);
});

test("25 concurrent replies and 25 messages get 50 numbers, and each side has read its own", async () => {
  const { owner, visitor, id } = await newConversation();
  const responses = await Promise.all(
    FIFTY.map((at) => (at % 2 ? tryReply(owner, id, `Reply ${at}`) : trySend(visitor, id, `Message ${at}`))),
  );
  expect(statusesOf(responses)).toEqual([201]);
  await expectAllKept(owner, responses, 1);
  await expectSound(owner);
  const seqs = { visitor: 0, owner: 0 };
  for (const { senderType, seq } of await allMessages(owner, id)) seqs[senderType] = seq;
  expect(await readPositions(owner, visitor, id)).toEqual(seqs);
});

test("one key sent to two conversations at once stores one message, in the conversation that accepted it", async () => {
  const { owner, visitor, id } = await newConversation();
  await tryPatch(owner, id, "closed");
  const { conversationId: open } = await start(visitor, "Again");
  const responses = await Promise.all(
    FIFTY.slice(0, 20).map((at) => trySend(visitor, at % 2 ? id : open, "Once", KEY)),
  );
  const sent = responses.filter((response) => response.status === 201);
  expect(sent).toHaveLength(10);
  expect(new Set(sent.map((response) => messageOf(response).id)).size).toBe(1);
  expect(statusesOf(responses)).toEqual([201, 409]);
  expect(await allMessages(owner, open)).toHaveLength(2);
  expect(await allMessages(owner, id)).toHaveLength(1);
});

test("a conversation closed 20 times at once changes once (C5)", async () => {
  const { owner, id } = await newConversation();
  const responses = await Promise.all(FIFTY.slice(0, 20).map(() => tryPatch(owner, id, "closed")));
  expect(statusesOf(responses)).toEqual([200]);
  const versions = responses.map(({ text }) => JSON.parse(text).conversation.updatedAt);
  expect(new Set(versions)).toEqual(new Set([(await conversation(owner, id)).updatedAt]));
});

test("a start that races with closing loses no message and never opens two conversations (C5)", async () => {
  const { owner, visitor, id } = await newConversation();
  const responses = await Promise.all(
    FIFTY.map((at) => (at % 5 === 4 ? closeOpen(owner) : tryStart(visitor, `No. ${at}`))),
  );
  const starts = responses.filter((_, at) => at % 5 !== 4);
  expect(statusesOf(starts)).toEqual([201]);
  expect(statusesOf(responses.filter((_, at) => at % 5 === 4))).toEqual([200]);
  expect((await allMessages(owner, id))[0]?.body).toBe("Hello");
  await expectAllKept(owner, starts, 1);
  await expectSound(owner);
});

async function closeOpen(owner: Owner): Promise<ApiResponse> {
  const [open] = await inbox(owner, "?status=open");
  const [any] = open ? [open] : await inbox(owner);
  return tryPatch(owner, any?.id ?? "", "closed");
}

/** Repeats a request, as clients do, while it's refused because too many wait for the database. */
async function insist(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await request();
  if (response.status !== 503) return response;
  readProblem(response, "unavailable");
  return insist(request);
}

test("concurrent starts, sends, replies, closes and reopens get 200, 201 or 409, and every acknowledged message is stored", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const { conversationId } = await start(visitor, `Conversation ${at}`);
    ids.push(conversationId);
    await tryPatch(owner, conversationId, "closed");
  }
  const id = (at: number) => ids[at % ids.length] ?? "";
  const actions = [
    (at: number) => trySend(visitor, id(at), `Send ${at}`),
    (at: number) => tryPatch(owner, id(at), "open"),
    (at: number) => tryStart(visitor, `Start ${at}`),
    (at: number) => tryPatch(owner, id(at), "closed"),
    (at: number) => tryReply(owner, id(at), `Reply ${at}`),
  ];
  const storm = FIFTY.slice(0, 30).flatMap((at) => actions.map((act) => insist(() => act(at))));
  const responses = await Promise.all(storm);
  for (const response of responses.filter(({ status }) => status !== 200 && status !== 201)) {
    readProblem(response, "open_conversation_exists");
  }
  await expectAllKept(owner, responses, 3);
  await expectSound(owner);
});

test("when two closed conversations are reopened at once, one opens and the other requests get its id (C6)", async () => {
  const { owner, visitor, id } = await newConversation();
  await tryPatch(owner, id, "closed");
  const second = (await start(visitor, "Again")).conversationId;
  await tryPatch(owner, second, "closed");

  const responses = await Promise.all(FIFTY.slice(0, 20).map((at) => tryPatch(owner, at % 2 ? id : second, "open")));

  const [open] = await inbox(owner, "?status=open");
  const refused = responses.filter((response) => response.status !== 200);
  expect(refused).toHaveLength(10);
  for (const response of refused) {
    expect(readProblem(response, "open_conversation_exists").conversationId).toBe(open?.id);
  }
  await expectSound(owner);
});

async function expectNoOrphans(): Promise<void> {
  const orphans = await sql(
    `SELECT m.id FROM messages m LEFT JOIN conversations c ON c.id = m.conversation_id WHERE c.id IS NULL
     UNION ALL SELECT k.message_id FROM message_keys k LEFT JOIN messages m ON m.id = k.message_id WHERE m.id IS NULL`,
  );
  expect(orphans).toEqual([]);
}

async function expectNothingOf(site: SiteJson): Promise<void> {
  const left = await sql(
    `SELECT id FROM visitors WHERE site_id = $1 UNION ALL SELECT id FROM conversations WHERE site_id = $1
     UNION ALL SELECT id FROM sites WHERE id = $1`,
    [site.id],
  );
  expect(left).toEqual([]);
  await expectNoOrphans();
}

test("deleting a site while 50 visitors write to it returns 201 or 404, and leaves no row behind (C17)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await Promise.all(FIFTY.map(() => openWidget(site)));
  const known = await Promise.all(visitors.slice(0, 25).map((visitor) => start(visitor, "Hello")));
  const writes = visitors.flatMap((visitor, at) => {
    const id = known[at]?.conversationId;
    return id ? [trySend(visitor, id, "More", KEY), tryReply(owner, id, "Yes?")] : [tryStart(visitor, "Hello", KEY)];
  });
  const remove = () => send("DELETE", `/sites/${site.id}`, { token: owner.token });
  const tests = FIFTY.slice(0, 10).map((at) =>
    send("POST", `/sites/${site.id}/test-message`, { token: owner.token, body: { message: `Test ${at}` } }),
  );
  const [removed, ...responses] = await Promise.all([remove(), ...writes, ...tests]);
  expect(removed?.status).toBe(204);
  for (const status of statusesOf(responses)) expect([201, 404]).toContain(status);
  await expectNothingOf(site);
});

test("deleting a conversation while both sides write to it returns 201 or 404, and leaves no row behind (C17)", async () => {
  const { owner, visitor, id } = await newConversation();
  const key = (at: number) => ({ "Idempotency-Key": `k${at}` });
  const actions = [
    (at: number) => trySend(visitor, id, `Send ${at}`, key(at)),
    (at: number) => tryReply(owner, id, `Reply ${at}`),
    (at: number) => tryStart(visitor, `Start ${at}`, key(at)),
    () => tryPatch(owner, id, "closed"),
  ];
  const remove = () => send("DELETE", `/conversations/${id}`, { token: owner.token });
  const storm = FIFTY.map((at) => (at % 10 === 9 ? remove() : actions[at % actions.length]?.(at)));
  const responses = (await Promise.all(storm)).filter((response) => response !== undefined);
  for (const response of responses.filter(({ status }) => status >= 400)) {
    expect(["not_found", "open_conversation_exists"]).toContain(JSON.parse(response.text).code);
  }
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  await expectNoOrphans();
  await expectSound(owner);
  const { conversations, messages, deletions } = await storedRows(owner);
  expect(deletions).toMatchObject([{ id, visitor_id: visitor.visitorId }]);
  const stored = new Set(messages.map((message) => message.id));
  const kept = responses.filter(
    (response) => response.status === 201 && conversations.some((one) => one.id === messageOf(response).conversationId),
  );
  expect(new Set(kept.map((response) => messageOf(response).id))).toEqual(stored);
});

test("deleting a site 20 times at once deletes it once", async () => {
  const { owner, site } = await newConversation();
  const remove = () => send("DELETE", `/sites/${site.id}`, { token: owner.token });
  const statuses = (await Promise.all(FIFTY.slice(0, 20).map(remove))).map((response) => response.status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(19);
  expect((await storedRows(owner)).deletions).toMatchObject([{ id: site.id, visitor_id: null }]);
});

test("concurrent reading never moves a read position past the last message, nor back", async () => {
  const { owner, visitor, id } = await newConversation();
  const read = (seq: number) => send("POST", `/conversations/${id}/read`, { token: owner.token, body: { seq } });
  const readOwn = (seq: number) =>
    send("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq } });
  const actions = [
    (at: number) => trySend(visitor, id, `${at}`),
    (at: number) => tryReply(owner, id, `${at}`),
    read,
    readOwn,
  ];
  const responses = await Promise.all(FIFTY.map((at) => actions[at % actions.length]?.(at)));
  for (const status of statusesOf(responses.filter((response) => response !== undefined))) {
    expect([200, 201, 204]).toContain(status);
  }
  await expectSound(owner);
  const { lastSeq, unreadCount } = await conversation(owner, id);
  const marks = await readPositions(owner, visitor, id);
  const messages = await allMessages(owner, id);
  expect(Math.max(marks.owner, marks.visitor)).toBe(lastSeq);
  const unread = messages.filter(({ seq, senderType }) => seq > marks.owner && senderType === "visitor");
  expect(unreadCount).toBe(unread.length);
});

test("owners whose requests arrive together each get their own account, and one whose session was revoked gets 401", async () => {
  const owners = await Promise.all([newOwner(), newOwner(), newOwner()]);
  const [revoked] = owners;
  const askAll = () =>
    Promise.all(
      FIFTY.map((at) => owners[at % owners.length] as Owner).map(async ({ token }) => ({
        token,
        ...(await send("GET", "/account", { token })),
      })),
    );
  const emailOf = ({ text }: ApiResponse) => JSON.parse(text).user?.email;
  for (const answer of await askAll()) {
    expect(emailOf(answer)).toBe(owners.find(({ token }) => token === answer.token)?.user.email);
  }
  await askNothing("POST", "/auth/logout", { token: revoked?.token ?? "" });
  for (const answer of await askAll()) expect(answer.status).toBe(answer.token === revoked?.token ? 401 : 200);
});

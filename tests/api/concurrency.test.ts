import { expect, test } from "@playwright/test";
import type { SiteJson } from "#lib/sites/schema.ts";
import { type Answer, readProblem, send } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  inbox,
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  sendMessage,
  start,
  type Visitor,
} from "../support/people.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const FIFTY = Array.from({ length: 50 }, (_, at) => at);

const tryStart = ({ token }: Visitor, message: string) =>
  send("POST", "/public/conversations", { token, body: { message, name: "Ada" } });
const trySend = ({ token }: Visitor, id: string, message: string) =>
  send("POST", `/public/conversations/${id}/messages`, { token, body: { message } });
const tryPatch = ({ token }: Owner, id: string, status: string) =>
  send("PATCH", `/conversations/${id}`, { token, body: { status } });

const statusesOf = (answers: Answer[]) =>
  [...new Set(answers.map((answer) => answer.status))].toSorted((a, b) => a - b);
const messageOf = ({ text }: Answer): { id: string; body: string } => JSON.parse(text).message;

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
async function expectAllKept(owner: Owner, answers: Answer[], before: number): Promise<void> {
  const sent = answers.filter((answer) => answer.status === 201).map((answer) => messageOf(answer).id);
  const stored = (await storedRows(owner)).messages;
  expect(stored).toHaveLength(before + sent.length);
  const kept = new Set(stored.map((message) => message.id));
  expect(sent.filter((id) => !kept.has(id))).toEqual([]);
}

test("50 first messages of one visitor at once are one conversation with 50 messages (C1)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const started = await Promise.all(FIFTY.map((at) => start(visitor, `No. ${at}`)));
  expect(new Set(started.map((one) => one.conversationId)).size).toBe(1);
  expect(await inbox(owner)).toMatchObject([{ lastSeq: 50, unreadCount: 50, status: "open" }]);
  const messages = await allMessages(owner, started[0]?.conversationId ?? "");
  expect(new Set(messages.map((message) => message.body))).toEqual(new Set(FIFTY.map((at) => `No. ${at}`)));
  await expectSound(owner);
});

test("50 first messages of 50 visitors at once are 50 conversations", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await Promise.all(FIFTY.map(() => openWidget(site)));
  await Promise.all(visitors.map((visitor) => start(visitor, "Hello")));
  expect(await inbox(owner, "?limit=100")).toHaveLength(50);
});

test("50 messages into one conversation at once get 50 numbers, and a preview of the last of them (C15)", async () => {
  const { owner, visitor, id } = await newConversation();
  const sent = await Promise.all(FIFTY.map((at) => sendMessage(visitor, id, `No. ${at}`, { name: `Ada ${at}` })));
  expect(new Set(sent.map((message) => message.seq)).size).toBe(50);
  const last = (await allMessages(owner, id)).at(-1);
  expect(await conversation(owner, id)).toMatchObject({ lastSeq: 51, lastMessagePreview: last?.body });
  await expectSound(owner);
});

test("starting while the owner closes loses nothing and never opens two (C5)", async () => {
  const { owner, visitor, id } = await newConversation();
  const answers = await Promise.all(
    FIFTY.map((at) => (at % 5 === 4 ? closeOpen(owner) : tryStart(visitor, `No. ${at}`))),
  );
  const starts = answers.filter((_, at) => at % 5 !== 4);
  expect(statusesOf(starts)).toEqual([201]);
  expect(statusesOf(answers.filter((_, at) => at % 5 === 4))).toEqual([200]);
  expect((await allMessages(owner, id))[0]?.body).toBe("Hello");
  await expectAllKept(owner, starts, 1);
  await expectSound(owner);
});

async function closeOpen(owner: Owner): Promise<Answer> {
  const [open] = await inbox(owner, "?status=open");
  const [any] = open ? [open] : await inbox(owner);
  return tryPatch(owner, any?.id ?? "", "closed");
}

test("storms of starts, sends, closes and reopens end in 200, 201 or 409, and every acknowledged message is there", async () => {
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
  ];
  const storm = Array.from({ length: 120 }, (_, at) => actions[at % actions.length]?.(Math.floor(at / actions.length)));
  const answers = (await Promise.all(storm)).filter((answer) => answer !== undefined);
  for (const answer of answers.filter(({ status }) => status !== 200 && status !== 201)) {
    readProblem(answer, "open_conversation_exists");
  }
  await expectAllKept(owner, answers, 3);
  await expectSound(owner);
});

test("of two closed conversations that are reopened at once one opens, and the others are told which (C6)", async () => {
  const { owner, visitor, id } = await newConversation();
  await tryPatch(owner, id, "closed");
  const second = (await start(visitor, "Again")).conversationId;
  await tryPatch(owner, second, "closed");

  const answers = await Promise.all(FIFTY.slice(0, 20).map((at) => tryPatch(owner, at % 2 ? id : second, "open")));

  const [open] = await inbox(owner, "?status=open");
  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused).toHaveLength(10);
  for (const answer of refused) {
    expect(readProblem(answer, "open_conversation_exists").conversationId).toBe(open?.id);
  }
  await expectSound(owner);
});

async function expectNoOrphans(site: SiteJson): Promise<void> {
  const left = await sql(
    `SELECT id FROM visitors WHERE site_id = $1 UNION ALL SELECT id FROM conversations WHERE site_id = $1
     UNION ALL SELECT id FROM sites WHERE id = $1`,
    [site.id],
  );
  expect(left).toEqual([]);
  const orphans = await sql(
    "SELECT m.id FROM messages m LEFT JOIN conversations c ON c.id = m.conversation_id WHERE c.id IS NULL",
  );
  expect(orphans).toEqual([]);
}

test("deleting a site while 50 visitors write to it answers 201 or 404, and leaves no row behind (C17)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await Promise.all(FIFTY.map(() => openWidget(site)));
  const known = await Promise.all(visitors.slice(0, 25).map((visitor) => start(visitor, "Hello")));
  const writes = visitors.map((visitor, at) => {
    const id = known[at]?.conversationId;
    return id ? trySend(visitor, id, "More") : tryStart(visitor, "Hello");
  });
  const remove = () => send("DELETE", `/sites/${site.id}`, { token: owner.token });
  const tests = FIFTY.slice(0, 10).map((at) =>
    send("POST", `/sites/${site.id}/test-message`, { token: owner.token, body: { message: `Test ${at}` } }),
  );
  const [removed, ...answers] = await Promise.all([remove(), ...writes, ...tests]);
  expect(removed?.status).toBe(204);
  for (const status of statusesOf(answers)) expect([201, 404]).toContain(status);
  await expectNoOrphans(site);
});

test("deleting one site 20 times at once deletes it once", async () => {
  const { owner, site } = await newConversation();
  const remove = () => send("DELETE", `/sites/${site.id}`, { token: owner.token });
  const statuses = (await Promise.all(FIFTY.slice(0, 20).map(remove))).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(19);
});

test("reading while messages come never reads what was not there yet, nor moves the mark back", async () => {
  const { owner, visitor, id } = await newConversation();
  const read = (seq: number) => send("POST", `/conversations/${id}/read`, { token: owner.token, body: { seq } });
  const answers = await Promise.all(FIFTY.map((at) => (at % 2 ? trySend(visitor, id, `${at}`) : read(at))));
  for (const status of statusesOf(answers)) expect([200, 201]).toContain(status);
  const item = await conversation(owner, id);
  expect(item.unreadCount).toBeGreaterThanOrEqual(0);
  expect(item.unreadCount).toBeLessThanOrEqual(item.lastSeq);
  await expectSound(owner);
});

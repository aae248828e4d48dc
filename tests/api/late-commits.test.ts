import { expect, test } from "@playwright/test";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { addMessages } from "../support/added-messages.ts";
import { type ApiResponse, ask, readProblem, send } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  inbox,
  newConversation,
  type Owner,
  ownConversations,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { type HeldTransaction, holdTransaction } from "../support/held-transaction.ts";
import { storedRows } from "../support/stored-rows.ts";

/*
 * Two writers at the same time, one of them a transaction of the test's own that has done its work and commits late, or not
 * at all. So what is a matter of luck in a storm happens here every time, in both orders.
 */

type Place = Awaited<ReturnType<typeof newConversation>>;

const ENDS = ["COMMIT", "ROLLBACK"] as const;
const KEY = { "Idempotency-Key": "k" };

/** Stores a message as another process would, and keeps the conversation's row locked. */
async function storeMessage({ run }: HeldTransaction, { id }: Place, body: string): Promise<string> {
  const [messageId] = await addMessages(run, { [id]: [{ body }] });
  return String(messageId);
}

const trySend = ({ visitor, id }: Place, message: string, headers = {}) =>
  send("POST", `/public/conversations/${id}/messages`, {
    token: visitor.token,
    body: { message, name: "Ada" },
    headers,
  });
const tryStart = ({ visitor }: Place, message: string, headers = {}) =>
  send("POST", "/public/conversations", { token: visitor.token, body: { message }, headers });
const tryReply = ({ owner, id }: Place, message: string, headers = {}) =>
  send("POST", `/conversations/${id}/messages`, { token: owner.token, body: { message }, headers });
const tryReopen = ({ owner, id }: Place) =>
  send("PATCH", `/conversations/${id}`, { token: owner.token, body: { status: "open" } });

const bodies = async (owner: Owner, id: string) => (await allMessages(owner, id)).map(({ body }) => body);
const statuses = (responses: ApiResponse[]) => responses.map((response) => response.status);

test.describe("while a message is being committed", () => {
  test("later messages wait for their seq, so reading after the last seq skips nothing (C14)", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await storeMessage(held, place, "Late");
    const others = [trySend(place, "Next"), tryReply(place, "Next")];
    await held.untilWaitedFor();
    const path = `/conversations/${place.id}/messages?after=1`;
    const read = () => ask(MessageListResponse, 200, "GET", path, { token: place.owner.token });
    expect((await read()).messages).toEqual([]);

    await held.end("COMMIT");

    expect(statuses(await Promise.all(others))).toEqual([201, 201]);
    const { messages } = await read();
    expect(messages.map(({ seq, body }) => [seq, body])).toEqual([
      [2, "Late"],
      [3, "Next"],
      [4, "Next"],
    ]);
    const times = messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  test("later messages get its seq if it's rolled back", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await storeMessage(held, place, "Never");
    const next = trySend(place, "Next");
    await held.untilWaitedFor();
    await held.end("ROLLBACK");
    expect((await next).status).toBe(201);
    expect(await bodies(place.owner, place.id)).toEqual(["Hello", "Next"]);
  });

  test("reading to the end waits for it and includes it", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await storeMessage(held, place, "Late");
    const read = send("POST", `/conversations/${place.id}/read`, { token: place.owner.token, body: {} });
    await held.untilWaitedFor();
    await held.end("COMMIT");
    expect(JSON.parse((await read).text).conversation).toMatchObject({ lastSeq: 2, unreadCount: 0 });
  });

  for (const how of ENDS) {
    test(`the same key waits for it, and ${how === "COMMIT" ? "returns it" : "stores a new one, since it was rolled back"} (C8)`, async () => {
      const place = await newConversation();
      await using held = await holdTransaction();
      const messageId = await storeMessage(held, place, "Once");
      await held.run("INSERT INTO message_keys VALUES ($1, 'k', $2)", [place.visitor.visitorId, messageId]);
      const again = trySend(place, "Once", KEY);
      await held.untilWaitedFor();
      await held.end(how);
      const response = await again;
      expect([response.status, response.headers.get("idempotent-replayed")]).toEqual([
        201,
        how === "COMMIT" ? "true" : null,
      ]);
      expect(JSON.parse(response.text).message.id === messageId).toBe(how === "COMMIT");
      expect(await bodies(place.owner, place.id)).toEqual(["Hello", "Once"]);
    });
  }
});

test.describe("while a conversation is being closed", () => {
  for (const [name, write] of Object.entries({ "visitor's message": trySend, reply: tryReply })) {
    test(`a ${name} comes after that and reopens it`, async () => {
      const place = await newConversation();
      await using held = await holdTransaction();
      await held.run("UPDATE conversations SET status = 'closed' WHERE id = $1", [place.id]);
      const sent = write(place, "Wait");
      await held.untilWaitedFor();
      await held.end("COMMIT");
      expect((await sent).status).toBe(201);
      expect(await conversation(place.owner, place.id)).toMatchObject({ status: "open", lastSeq: 2 });
    });
  }

  test("a first message starts a new conversation", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await held.run("UPDATE conversations SET status = 'closed' WHERE id = $1", [place.id]);
    const sent = tryStart(place, "Hello again");
    await held.untilWaitedFor();
    await held.end("COMMIT");
    expect(JSON.parse((await sent).text)).toMatchObject({ message: { seq: 1 } });
    expect((await inbox(place.owner)).map(({ status }) => status)).toEqual(["open", "closed"]);
  });
});

test.describe("while another conversation of the visitor is being opened (C6)", () => {
  for (const [name, write] of Object.entries({ "a reopening": tryReopen, "a message": trySend, "a reply": tryReply })) {
    for (const how of ENDS) {
      test(`${name} of a closed one ${how === "COMMIT" ? "finds the open one" : "opens it, since the other stays closed"}`, async () => {
        const place = await newConversation();
        await patchConversation(place.owner, place.id, { status: "closed" });
        const { conversationId: newer } = await start(place.visitor, "Again");
        await patchConversation(place.owner, newer, { status: "closed" });
        await using held = await holdTransaction();
        await held.run("UPDATE conversations SET status = 'open' WHERE id = $1", [newer]);
        const pending = write(place, "Old one", KEY);
        await held.untilWaitedFor();
        await held.end(how);
        const response = await pending;
        if (how === "COMMIT") expect(readProblem(response, "open_conversation_exists").conversationId).toBe(newer);
        else expect(response.status).toBeLessThan(300);
        const [open, ...more] = await inbox(place.owner, "?status=open");
        expect([open?.id, more.length]).toEqual([how === "COMMIT" ? newer : place.id, 0]);
      });
    }
  }
});

test.describe("while a conversation is being deleted (C17)", () => {
  test("a message, a reply and a read position get 404 and leave nothing behind, their keys included", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await held.run("DELETE FROM conversations WHERE id = $1", [place.id]);
    const read = { token: place.visitor.token, body: { seq: 1 } };
    const remove = { token: place.owner.token };
    const writes = [
      trySend(place, "Hi", KEY),
      tryReply(place, "Hi", KEY),
      tryReopen(place),
      send("POST", `/public/conversations/${place.id}/read`, read),
      send("DELETE", `/conversations/${place.id}`, remove),
    ];
    await held.untilWaitedFor();
    await held.end("COMMIT");
    // A request that reads before it writes may have responded already, from before the deletion.
    const [sent, replied, , , removed] = await Promise.all(writes);
    for (const response of [sent, replied, removed]) readProblem(response as ApiResponse, "not_found");
    const { conversations, messages, message_keys } = await storedRows(place.owner);
    expect([conversations, messages, message_keys]).toEqual([[], [], []]);
  });

  test("a first message starts a new conversation, with the same key", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await held.run("DELETE FROM conversations WHERE id = $1", [place.id]);
    const sent = tryStart(place, "Hello again", KEY);
    await held.untilWaitedFor();
    await held.end("COMMIT");
    const { conversationId } = JSON.parse((await sent).text);
    expect((await ownConversations(place.visitor)).map(({ id }) => id)).toEqual([conversationId]);
    expect((await tryStart(place, "Hello again", KEY)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("a message's key stores a new message once the first one is deleted", async () => {
    const place = await newConversation();
    const first = await tryStart(place, "Once", KEY);
    await using held = await holdTransaction();
    await held.run("DELETE FROM conversations WHERE id = $1", [place.id]);
    const again = tryStart(place, "Once", KEY);
    await held.untilWaitedFor();
    await held.end("COMMIT");
    const response = await again;
    expect([response.status, response.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(JSON.parse(response.text).message.id).not.toBe(JSON.parse(first.text).message.id);
  });

  test("everything succeeds if the deletion is rolled back", async () => {
    const place = await newConversation();
    await using held = await holdTransaction();
    await held.run("DELETE FROM conversations WHERE id = $1", [place.id]);
    const writes = [trySend(place, "Hi", KEY), tryReply(place, "Hi", KEY)];
    await held.untilWaitedFor();
    await held.end("ROLLBACK");
    expect(statuses(await Promise.all(writes))).toEqual([201, 201]);
  });
});

test("a change is newer than every earlier response, even if the clock was ahead then", async () => {
  const { owner, visitor, id } = await newConversation();
  await using held = await holdTransaction();
  await held.run("UPDATE conversations SET updated_at = now() + interval '1 hour' WHERE id = $1", [id]);
  await held.end("COMMIT");
  const versions = [(await conversation(owner, id)).updatedAt];
  const changes = [
    () => sendMessage(visitor, id, "Two"),
    () => reply(owner, id, "Three"),
    () => patchConversation(owner, id, { status: "closed" }),
    () => patchConversation(owner, id, { unread: true }),
    () => send("POST", `/conversations/${id}/read`, { token: owner.token, body: {} }),
    () => send("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: 3 } }),
  ];
  for (const change of changes) {
    await change();
    versions.push((await conversation(owner, id)).updatedAt);
  }
  for (const [at, version] of versions.slice(1).entries()) expect(version > (versions[at] ?? "")).toBe(true);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type ApiResponse, readProblem, refuse, refuseFields, send } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  deleteConversation,
  inbox,
  newConversation,
  openWidget,
  ownConversations,
  patchConversation,
  start,
} from "../support/factories.ts";
import { sendAndHangUp } from "../support/raw-http.ts";
import { storedRows } from "../support/stored-rows.ts";

type Place = Awaited<ReturnType<typeof newConversation>>;
type Door = { path: string; token: string };

const REPLAYED = "idempotent-replayed";

const START = ({ visitor }: Place): Door => ({ path: "/public/conversations", token: visitor.token });
const SEND = ({ visitor, id }: Place): Door => ({ path: `/public/conversations/${id}/messages`, token: visitor.token });
const REPLY = ({ owner, id }: Place): Door => ({ path: `/conversations/${id}/messages`, token: owner.token });
const TEST = ({ owner, site }: Place): Door => ({ path: `/sites/${site.id}/test-message`, token: owner.token });

/** Every route that creates a message. */
const DOORS = {
  "POST /public/conversations": START,
  "POST /public/conversations/{id}/messages": SEND,
  "POST /conversations/{id}/messages": REPLY,
  "POST /sites/{id}/test-message": TEST,
};

const post = ({ path, token }: Door, key: string, message: string, more: object = {}) =>
  send("POST", path, { token, body: { message, ...more }, headers: { "Idempotency-Key": key } });
const messageOf = ({ text }: ApiResponse): { id: string; seq: number; conversationId: string } =>
  JSON.parse(text).message;

/** Checks that a response repeats an earlier request's, and is marked as a replay. */
function expectReplay(response: ApiResponse, of: ApiResponse): void {
  expect([response.status, response.headers.get(REPLAYED)]).toEqual([201, "true"]);
  expect(messageOf(response)).toEqual(messageOf(of));
}

async function expectStored(pending: Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await pending;
  expect([response.status, response.headers.get(REPLAYED)], response.text).toEqual([201, null]);
  return response;
}

for (const [name, door] of Object.entries(DOORS)) {
  test.describe(`${name} with an Idempotency-Key`, () => {
    test("stores the message once, and repeats the response with Idempotent-Replayed, changing nothing (C8)", async () => {
      const place = await newConversation();
      const first = await expectStored(post(door(place), "k", "Once"));
      const before = await storedRows(place.owner);
      for (let time = 2; time <= 3; time += 1) {
        const again = await post(door(place), "k", "Once");
        expectReplay(again, first);
        expect(again.text).toBe(first.text);
      }
      expect(await storedRows(place.owner)).toEqual(before);
    });

    test("stores the message once for 20 concurrent requests, and all of them succeed (C3, C9)", async () => {
      const place = await newConversation();
      const before = (await storedRows(place.owner)).messages.length;
      const responses = await Promise.all(Array.from({ length: 20 }, () => post(door(place), "k", "Once")));
      expect(responses.map((response) => response.status)).toEqual(responses.map(() => 201));
      expect(new Set(responses.map((response) => response.text)).size).toBe(1);
      expect(responses.filter((response) => !response.headers.has(REPLAYED))).toHaveLength(1);
      expect((await storedRows(place.owner)).messages).toHaveLength(before + 1);
    });

    test("returns 409 for a text that differs in any way, and changes nothing", async () => {
      const place = await newConversation();
      await expectStored(post(door(place), "k", "Once"));
      const before = await storedRows(place.owner);
      for (const text of ["Once ", "once", "Twice"]) {
        readProblem(await post(door(place), "k", text), "idempotency_mismatch");
      }
      expect(await storedRows(place.owner)).toEqual(before);
    });

    test("stores the same text twice under two keys, or without a key", async () => {
      const place = await newConversation();
      const sent = [
        await expectStored(post(door(place), "k", "Hi")),
        await expectStored(post(door(place), "K", "Hi")),
        await expectStored(send("POST", door(place).path, { token: door(place).token, body: { message: "Hi" } })),
        await expectStored(send("POST", door(place).path, { token: door(place).token, body: { message: "Hi" } })),
      ];
      expect(new Set(sent.map((response) => messageOf(response).id)).size).toBe(4);
    });

    for (const key of ["!", "~".repeat(255), '"quoted,"', "018f0000-0000-7000-8000-000000000000"]) {
      test(`accepts ${key.slice(0, 40)}, since it's 1 to 255 visible characters`, async () => {
        const place = await newConversation();
        const first = await expectStored(post(door(place), key, "Hi"));
        expectReplay(await post(door(place), key, "Hi"), first);
      });
    }

    test("rejects an invalid key, together with every other invalid field, and stores nothing", async () => {
      const place = await newConversation();
      const { path, token } = door(place);
      const before = await storedRows(place.owner);
      for (const key of ["", "two words", "k".repeat(256), "k\u00e9", "tab\there"]) {
        const headers = { "Idempotency-Key": key };
        await refuseFields(["Idempotency-Key"], "POST", path, { token, body: { message: "Hi" }, headers });
        await refuseFields(["Idempotency-Key", "message"], "POST", path, { token, body: {}, headers });
      }
      expect(await storedRows(place.owner)).toEqual(before);
    });
  });
}

test.describe("an Idempotency-Key", () => {
  test("covers all of the sender's message routes: a message isn't stored again through another one", async () => {
    const place = await newConversation();
    const first = await expectStored(post(START(place), "k", "Once"));
    const again = await post(SEND(place), "k", "Once");
    expectReplay(again, first);
    expect(Object.keys(JSON.parse(again.text)), "in the called route's shape").toEqual(["message"]);

    const sent = await expectStored(post(SEND(place), "k2", "Twice"));
    const started = await post(START(place), "k2", "Twice");
    expectReplay(started, sent);
    const { visitorId } = place.visitor;
    expect(JSON.parse(started.text)).toEqual({ conversationId: place.id, visitorId, message: messageOf(sent) });
  });

  test("belongs to one sender: others may use the same", async () => {
    const place = await newConversation();
    const another = { ...place, visitor: await openWidget(place.site) };
    const doors = [SEND(place), START(another), REPLY(place), TEST(place)];
    const ids = [];
    for (const door of doors) ids.push(messageOf(await expectStored(post(door, "k", "Hi"))).id);
    expect(new Set(ids).size).toBe(4);
  });

  test("belongs to one conversation if the path names one, for the owner and for the visitor", async () => {
    const place = await newConversation();
    await expectStored(post(SEND(place), "v", "Hi"));
    await expectStored(post(REPLY(place), "o", "Hi"));
    await patchConversation(place.owner, place.id, { status: "closed" });
    const newer = { ...place, id: (await start(place.visitor, "Again")).conversationId };
    const before = await storedRows(place.owner);
    readProblem(await post(SEND(newer), "v", "Hi"), "idempotency_mismatch");
    readProblem(await post(REPLY(newer), "o", "Hi"), "idempotency_mismatch");
    expect(await storedRows(place.owner)).toEqual(before);
  });

  test("returns its message after the conversation was closed, and doesn't reopen it", async () => {
    for (const door of [START, SEND, REPLY]) {
      const place = await newConversation();
      const first = await expectStored(post(door(place), "k", "Once"));
      await patchConversation(place.owner, place.id, { status: "closed" });
      const before = await storedRows(place.owner);
      expectReplay(await post(door(place), "k", "Once"), first);
      expect(await storedRows(place.owner)).toEqual(before);
    }
  });

  test("returns its message while the visitor has another open conversation", async () => {
    for (const door of [START, SEND, REPLY]) {
      const place = await newConversation();
      const first = await expectStored(post(door(place), "k", "Once"));
      await patchConversation(place.owner, place.id, { status: "closed" });
      await start(place.visitor, "Again");
      const before = await storedRows(place.owner);
      expectReplay(await post(door(place), "k", "Once"), first);
      expect(await storedRows(place.owner)).toEqual(before);
    }
  });

  test("accepts its conversation's id in upper or lower case", async () => {
    const place = await newConversation();
    const shouted = { ...place, id: place.id.toUpperCase() };
    for (const door of [SEND, REPLY]) {
      const first = await expectStored(post(door(shouted), "k", "Once"));
      expectReplay(await post(door(place), "k", "Once"), first);
      expectReplay(await post(door(shouted), "k", "Once"), first);
    }
  });

  test("stores a message once when its sender disconnects before the response and sends it again (C8)", async () => {
    const place = await newConversation();
    const { path, token } = SEND(place);
    const body = JSON.stringify({ message: "Once" });
    const lines = ["Host: x", "Content-Type: application/json", "Idempotency-Key: k", `Authorization: Bearer ${token}`];
    const request = [`POST ${path} HTTP/1.1`, ...lines, `Content-Length: ${body.length}`, "", body].join("\r\n");
    await Promise.all(Array.from({ length: 5 }, () => sendAndHangUp(request)));
    const response = await post(SEND(place), "k", "Once");
    expect(response.status).toBe(201);
    expect((await allMessages(place.owner, place.id)).map((message) => message.body)).toEqual(["Hello", "Once"]);
  });

  test("doesn't update the visitor's details when it's replayed", async () => {
    const place = await newConversation();
    for (const [key, door] of [["a", START] as const, ["b", SEND] as const]) {
      await expectStored(post(door(place), key, "Hi", { name: "Ada" }));
      const again = { name: "Eve", email: "eve@example.com", visitorId: "c-7", pageUrl: "https://eve.example" };
      const before = await storedRows(place.owner);
      expect((await post(door(place), key, "Hi", again)).headers.get(REPLAYED)).toBe("true");
      readProblem(await post(door(place), key, "Other", again), "idempotency_mismatch");
      expect(await storedRows(place.owner)).toEqual(before);
    }
  });

  test("isn't used up by a 409: the widget sends to the other conversation with the same key", async () => {
    const place = await newConversation();
    await patchConversation(place.owner, place.id, { status: "closed" });
    const newer = { ...place, id: (await start(place.visitor, "Again")).conversationId };
    const problem = readProblem(await post(SEND(place), "k", "Hi"), "open_conversation_exists");
    expect(problem.conversationId).toBe(newer.id);
    expect(messageOf(await expectStored(post(SEND(newer), "k", "Hi")))).toMatchObject({ seq: 2 });
  });

  test("isn't used up by a 404: the widget starts again with the same key", async () => {
    const place = await newConversation();
    for (const id of [randomUUID(), (await newConversation()).id]) {
      readProblem(await post(SEND({ ...place, id }), "k", "Hi"), "not_found");
    }
    await expectStored(post(START(place), "k", "Hi"));
    const { message_keys } = await storedRows(place.owner);
    expect(message_keys).toHaveLength(1);
  });

  test("isn't used up by a 400 or a 403", async () => {
    const place = await newConversation();
    readProblem(await post(SEND(place), "k", ""), "invalid_request");
    readProblem(await post(SEND(place), "k", "Hi", { siteKey: "pk_other" }), "site_mismatch");
    await expectStored(post(SEND(place), "k", "Hi"));
  });

  test("of a known sender finds nothing in someone else's conversation, used or not", async () => {
    const [place, foreign] = [await newConversation(), await newConversation()];
    for (const door of [SEND, REPLY]) {
      await expectStored(post(door(place), "k", "Hi"));
      readProblem(await post(door({ ...place, id: foreign.id }), "k", "Hi"), "not_found");
    }
    expect(await allMessages(foreign.owner, foreign.id)).toHaveLength(1);
  });

  test("lasts as long as its message: after its deletion, the same key stores again", async () => {
    const place = await newConversation();
    const first = await expectStored(post(START(place), "k", "Once"));
    await deleteConversation(place.owner, place.id);
    readProblem(await post(SEND(place), "k", "Once"), "not_found");
    const second = await expectStored(post(START(place), "k", "Once"));
    expect(messageOf(second).conversationId).not.toBe(messageOf(first).conversationId);
    expectReplay(await post(START(place), "k", "Once"), second);
    expect(await ownConversations(place.visitor)).toHaveLength(1);
  });

  test("of a first message works before the visitor's row exists: 20 concurrent requests create one conversation (C3)", async () => {
    const place = await newConversation();
    const fresh = { ...place, visitor: await openWidget(place.site) };
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(START(fresh), "k", "First")));
    expect(new Set(responses.map((response) => messageOf(response).id)).size).toBe(1);
    const made = messageOf(responses[0] as ApiResponse);
    expect(made.seq).toBe(1);
    expect(await conversation(place.owner, made.conversationId)).toMatchObject({ lastSeq: 1, unreadCount: 1 });
    expect(await inbox(place.owner)).toHaveLength(2);
  });

  test("is ignored on routes that create no message", async () => {
    const { owner, id } = await newConversation();
    const call = { token: owner.token, body: {}, headers: { "Idempotency-Key": "two words" } };
    expect((await send("POST", `/conversations/${id}/read`, call)).status).toBe(200);
    await refuse("not_found", "POST", `/conversations/${randomUUID()}/read`, call);
  });
});

import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { ownerStream, type TestStream, visitorStream } from "../support/event-stream.ts";
import {
  deleteConversation,
  deleteSite,
  logIn,
  markRead,
  newApiKey,
  newConversation,
  newOwner,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { forgeToken, serviceKey } from "../support/forged-token.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { addNote } from "../support/notes.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

/*
 * A process that neither publishes changes nor hears of those in other processes, as if every notification were lost. What
 * its streams show is what the reconciler found.
 */
let deaf: Awaited<ReturnType<typeof startProcess>>;

test.beforeAll(async () => {
  deaf = await startProcess("deaf", {}, { without: ["publishing", "listening"] });
});

test.afterAll(() => deaf.stop());

/** A conversation, and both sides' streams in the deaf process. */
async function deafConversation() {
  const place = await newConversation();
  return {
    ...place,
    atOwner: await ownerStream(place.owner, deaf),
    atVisitor: await visitorStream(place.visitor, deaf),
  };
}

type Place = Awaited<ReturnType<typeof deafConversation>>;
type Streams = Pick<Place, "atOwner" | "atVisitor">;
type Listed = { status: string };

const untilBothShow = ({ atOwner, atVisitor }: Streams, is: (listed: Listed) => boolean) =>
  Promise.all([
    atOwner.next("conversation.updated", (data) => "conversation" in data && is(data.conversation)),
    atVisitor.next("conversation.updated", (data) => "conversation" in data && is(data.conversation)),
  ]);
// A visitor's stream shows what's listed with the message.
const untilBothShowMessage = ({ atOwner, atVisitor }: Streams) =>
  Promise.all([
    atOwner.next("conversation.updated", (data) => "conversation" in data && data.conversation.lastSeq === 2),
    atVisitor.next("message.created", (data) => data.conversation.lastSeq === 2),
  ]);
const untilBothRead = async ({ atOwner, atVisitor }: Streams, by: "owner" | "visitor") => {
  for (const stream of [atOwner, atVisitor]) await stream.next("read", (data) => data.by === by);
};

/** Every kind of change of a conversation, and how both sides see it. */
const CHANGES: Record<
  string,
  { change: (place: Place) => Promise<unknown>; seen: (place: Place) => Promise<unknown> }
> = {
  "a reply": {
    change: ({ owner, id }) => reply(owner, id, "Not published"),
    seen: untilBothShowMessage,
  },
  "a visitor's message": {
    change: ({ visitor, id }) => sendMessage(visitor, id, "Not published"),
    seen: untilBothShowMessage,
  },
  "a note": {
    change: ({ owner, id }) => addNote(owner, id, "Not published"),
    seen: async ({ atOwner, id }) => {
      expect(await atOwner.next("note.created")).toMatchObject({ note: { seq: 1 }, conversation: { id, noteSeq: 1 } });
    },
  },
  "a status": {
    change: ({ owner, id }) => patchConversation(owner, id, { status: "closed" }),
    seen: (place) => untilBothShow(place, ({ status }) => status === "closed"),
  },
  "the owner's read position": {
    change: ({ owner, id }) => markRead(owner, id),
    seen: (place) => untilBothRead(place, "owner"),
  },
  "the visitor's read position": {
    change: async ({ owner, visitor, id }) => {
      await reply(owner, id, "Seen?");
      await askNothing("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: 2 } });
    },
    seen: (place) => untilBothRead(place, "visitor"),
  },
  "a deletion": {
    change: ({ owner, id }) => deleteConversation(owner, id),
    seen: async ({ atOwner, atVisitor, id }) => {
      for (const stream of [atOwner, atVisitor]) {
        expect(await stream.next("conversation.updated", (data) => "deleted" in data)).toEqual({ id, deleted: true });
      }
    },
  },
};

test("the reconciler alone delivers every kind of change whose notification was lost, to both sides, and notes to the team", async () => {
  const places = await Promise.all(
    Object.entries(CHANGES).map(async ([name, steps]) => ({ name, ...steps, place: await deafConversation() })),
  );
  for (const { change, place } of places) await change(place);
  await Promise.all(places.map(({ name, seen, place }) => test.step(name, () => seen(place))));
  for (const { place } of places) await closeBoth(place);
});

test("the reconciler alone shows a person's other devices what they've read or marked unread themselves, and no one else's", {
  tag: "@all",
}, async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  await using ofAgent = await ownerStream(agent, deaf);
  await using ofOwner = await ownerStream(owner, deaf);
  const until = (stream: typeof ofAgent, count: number) =>
    stream.next("conversation.updated", (data) => {
      return "conversation" in data && data.conversation.id === id && data.conversation.unreadCount === count;
    });
  // The team's read position changes the conversation, and a colleague's own one doesn't.
  await markRead(owner, id);
  await Promise.all([until(ofOwner, 0), until(ofAgent, 1)]);
  // The owner's own position may be found a round after the team's, but no later than what happens now.
  const { conversationId: later } = await start(await openWidget(site), "Later");
  await ofOwner.next("conversation.updated", (data) => "conversation" in data && data.conversation.id === later);
  const namesOfOwner = () =>
    ofOwner.received.filter(({ data }) => JSON.stringify(data).includes(id)).map(({ name }) => name);
  const shown = namesOfOwner();
  await markRead(agent, id);
  await until(ofAgent, 0);
  await patchConversation(agent, id, { unread: true });
  await until(ofAgent, 1);
  expect(namesOfOwner()).toEqual(shown);
});

test("the reconciler shows a visitor nothing of what's within the team", { tag: "@all" }, async () => {
  const place = await deafConversation();
  const { owner, id, atOwner, atVisitor } = place;
  await patchConversation(owner, id, { starred: true });
  await atOwner.next("conversation.updated", (data) => "conversation" in data && data.conversation.starred === true);
  await patchConversation(owner, id, { status: "closed" });
  await atVisitor.next("conversation.updated");
  expect(atVisitor.names()).toEqual(["ready", "conversation.updated"]);
  await closeBoth(place);
});

async function closeBoth({ atOwner, atVisitor }: Streams): Promise<void> {
  await Promise.all([atOwner[Symbol.asyncDispose](), atVisitor[Symbol.asyncDispose]()]);
}

type AnyStream = Pick<TestStream<never>, "ended" | "received">;

/** What ends a stream, done behind the service's back, and the stream. */
const ENDS: Record<string, () => Promise<AnyStream>> = {
  "its site was deleted": async () => {
    const { owner, site } = await newOwnerWithSite();
    const stream = await visitorStream(await openWidget(site), deaf);
    await deleteSite(owner, site);
    return stream;
  },
  "its site vanished": async () => {
    const { site } = await newOwnerWithSite();
    const stream = await visitorStream(await openWidget(site), deaf);
    await sql("DELETE FROM sites WHERE id = $1", [site.id]);
    return stream;
  },
  "its session was logged out": async () => {
    const owner = await logIn(await newOwner());
    const stream = await ownerStream(owner, deaf);
    await askNothing("POST", "/auth/logout", { token: owner.token });
    return stream;
  },
  "its session vanished": async () => {
    const owner = await newOwner();
    const stream = await ownerStream(owner, deaf);
    await sql("DELETE FROM sessions WHERE user_id = $1", [owner.user.id]);
    return stream;
  },
  "its API key vanished": async () => {
    const { key, secret } = await newApiKey(await newOwner());
    const stream = await ownerStream({ token: secret }, deaf);
    await sql("DELETE FROM api_keys WHERE id = $1", [key.id]);
    return stream;
  },
  "its visitor was erased": async () => {
    const { owner, visitor } = await newConversation();
    const stream = await visitorStream(visitor, deaf);
    await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
    return stream;
  },
  "its token expired": async () => {
    const { site } = await newOwnerWithSite();
    const { visitorId } = await openWidget(site);
    const claims = { sub: visitorId, site: site.id, key: site.publicKey, ext: null, aud: "widget" };
    // Accepted for another minute, because clocks differ.
    const exp = Math.floor(Date.now() / 1000) - 57;
    const token = await forgeToken({
      claims: { ...claims, exp },
      header: { typ: "widget+jwt" },
      key: serviceKey("widget"),
    });
    return visitorStream({ token }, deaf);
  },
};

test("the reconciler alone ends a stream that must end, before the next heartbeat (A12, A13)", {
  tag: "@all",
}, async () => {
  const { owner, site } = await newOwnerWithSite();
  await using kept = await ownerStream(owner, deaf);
  const streams = await Promise.all(Object.entries(ENDS).map(async ([name, open]) => ({ name, stream: await open() })));
  for (const { name, stream } of streams) expect(await stream.ended, name).toBe("closed");
  // The first of what the reconciler writes of a changed conversation.
  await kept.expectNothingBefore("read", async () => start(await openWidget(site), "Still here?"));
});

test("the reconciler finds a change even if the database's clock was set back (D13)", { tag: "@all" }, async () => {
  const { owner, visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor, deaf);
  await sql("UPDATE conversations SET updated_at = now() + interval '10 minutes' WHERE id = $1", [id]);
  await reply(owner, id, "Later");
  await sql("UPDATE conversations SET updated_at = now() + interval '11 minutes' WHERE id = $1", [id]);
  await stream.next("message.created", (data) => data.conversation.lastSeq === 2);
});

test("ten thousand conversations that change elsewhere make no one fetch again", { tag: "@all" }, async () => {
  const elsewhere = await newOwnerWithSite();
  const { owner, visitor, id } = await newConversation();
  await using inbox = await ownerStream(owner, deaf);
  await using chat = await visitorStream(visitor, deaf);
  await manyConversations(
    elsewhere.site.id,
    Array.from({ length: 10_500 }, (_, at) => `Question ${at}`),
  );
  await sql("UPDATE conversations SET updated_at = clock_timestamp() WHERE site_id = $1", [elsewhere.site.id]);
  // What the reconciler finds after them.
  await reply(owner, id, "Later");
  for (const stream of [inbox, chat]) {
    await stream.next("message.created", (data) => data.conversation.lastSeq === 2);
    expect(stream.names()).not.toContain("resync");
  }
});

test("a deletion is delivered once, although the reconciler finds it after its notification", {
  tag: "@all",
}, async () => {
  await using whole = await startProcess("whole");
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello");
  await using stream = await visitorStream(visitor, whole);
  await deleteConversation(owner, conversationId);
  await stream.next("conversation.updated");
  const { conversationId: next } = await start(visitor, "Hello again");
  // The deaf process publishes nothing, so this shows a reconciliation that came later than any of the deletion.
  const call = { token: owner.token, body: { message: "Found" }, baseUrl: deaf.baseUrl };
  await ask(MessageResponse, 201, "POST", `/conversations/${next}/messages`, call);
  await stream.next("message.created", (data) => data.conversation.lastSeq === 2);
  // The notification of the first message may be on its way while the stream is opened.
  const others = stream.names().filter((name) => name !== "message.created");
  expect(others.slice(0, 2)).toEqual(["ready", "conversation.updated"]);
  expect(stream.received.filter(({ data }) => JSON.stringify(data).includes("deleted"))).toHaveLength(1);
});

test("every message is delivered once, although other processes notify twice and out of order", async () => {
  const { owner, visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  const [row] = await sql("SELECT workspace_id FROM conversations WHERE id = $1", [id]);
  const place = { workspaceId: row?.workspace_id, visitorId: visitor.visitorId, conversationId: id };
  const call = { token: owner.token, body: { message: "Not published" }, baseUrl: deaf.baseUrl };
  for (let sent = 0; sent < 4; sent += 1)
    await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, call);
  for (const seq of [3, 2, 5, 3]) {
    const notices = [{ kind: "message", seq, ...place }];
    await sql("SELECT pg_notify('site_inbox', $1)", [JSON.stringify({ from: "another", notices })]);
    await sql("SELECT pg_notify('site_inbox', 'no notice at all')");
  }
  // A message that's read after the change carries it, and then the change has no event of its own.
  for (let received = 0; received < 4; received += 1) await stream.next("message.created");
  await patchConversation(owner, id, { status: "closed" });
  await stream.next("conversation.updated", (data) => "conversation" in data && data.conversation.status === "closed");
  const seqs = stream.received
    .filter(({ name }) => name === "message.created")
    .map(({ data }) => (data as { message: { seq: number } }).message.seq);
  expect(seqs).toHaveLength(4);
  expect(new Set(seqs)).toEqual(new Set([2, 3, 4, 5]));
});

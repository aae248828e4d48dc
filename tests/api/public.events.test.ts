import { expect, test } from "@playwright/test";
import { refuse } from "../support/api-client.ts";
import { visitorStream } from "../support/event-stream.ts";
import {
  deleteConversation,
  deleteSite,
  newConversation,
  newOwner,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { forgeToken, serviceKey } from "../support/forged-token.ts";
import { storeUntold } from "../support/store-untold.ts";
import { sql } from "../support/stored-rows.ts";

test("opens with ready, for any origin, and for the widget token alone", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using stream = await visitorStream(visitor);
  expect(stream.names()).toEqual(["ready"]);
  expect(stream.response.headers.get("access-control-allow-origin")).toBe("*");
  await refuse("unauthenticated", "GET", "/public/events");
  await refuse("unauthenticated", "GET", "/public/events", { token: (await newOwner()).token });
  const cookie = { Cookie: `next-auth.session-token=${(await newOwner()).token}` };
  await refuse("unauthenticated", "GET", "/public/events", { headers: cookie });
});

test("brings the visitor's own messages to their other tabs, with the conversation as listed to them", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using stream = await visitorStream(visitor);
  const { message } = await start(visitor, "Hello");
  const event = await stream.next("message.created");
  expect(event.message).toEqual(message);
  expect(event.conversation).toMatchObject({ id: message.conversationId, status: "open", lastSeq: 1, unreadCount: 0 });
});

test("tells the visitor that their conversation was closed", async () => {
  const { owner, visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  await patchConversation(owner, id, { status: "closed" });
  expect(await stream.next("conversation.updated")).toMatchObject({ conversation: { id, status: "closed" } });
});

test("hears nothing of other visitors of the same site", async () => {
  const { site } = await newOwnerWithSite();
  const [one, other] = [await openWidget(site), await openWidget(site)];
  await using stream = await visitorStream(one);
  await start(other, "Not for you");
  await start(one, "For me");
  expect((await stream.next("message.created")).message.body).toBe("For me");
  expect(stream.names()).toEqual(["ready", "message.created"]);
});

test("ends when its site is deleted, and is not found from then on", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using stream = await visitorStream(visitor);
  await deleteSite(owner, site);
  expect(await stream.ended).toBe("closed");
  await refuse("not_found", "GET", "/public/events", { token: visitor.token });
});

test("ends within a few seconds when its site vanishes without a word", async () => {
  const { site } = await newOwnerWithSite();
  await using stream = await visitorStream(await openWidget(site));
  await sql("DELETE FROM sites WHERE id = $1", [site.id]);
  expect(await stream.ended).toBe("closed");
});

test("tells what was stored and never told, as when a process is killed in between", async () => {
  const { visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  await storeUntold(id);
  const event = await stream.next("conversation.updated");
  expect(event).toMatchObject({ conversation: { id, lastSeq: 2, unreadCount: 1 } });
});

test("tells a read mark whose notice was lost, so that what is shown as seen is right", async () => {
  const { visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  await sql(
    "UPDATE conversations SET owner_read_seq = 1, owner_unread_count = 0, updated_at = clock_timestamp() WHERE id = $1",
    [id],
  );
  expect(await stream.next("read", ({ by }) => by === "owner")).toEqual({ conversationId: id, by: "owner", seq: 1 });
});

test("finds what was not told also when the database's clock was set back since (D13)", async () => {
  const { visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  await sql("UPDATE conversations SET updated_at = now() + interval '10 minutes' WHERE id = $1", [id]);
  await storeUntold(id);
  await sql("UPDATE conversations SET updated_at = now() + interval '11 minutes' WHERE id = $1", [id]);
  await stream.next("conversation.updated", (data) => "conversation" in data && data.conversation.lastSeq === 2);
});

test("tells a deletion once, and says nothing of what was before the stream", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello");
  await using stream = await visitorStream(visitor);
  await deleteConversation(owner, conversationId);
  await stream.next("conversation.updated");
  const { conversationId: next } = await start(visitor, "Hello again");
  // Told by a later sweep than any that could tell the deletion again.
  await storeUntold(next);
  await stream.next("conversation.updated", (data) => "conversation" in data && data.conversation.lastSeq === 2);
  expect(stream.names().slice(0, 3)).toEqual(["ready", "conversation.updated", "message.created"]);
  expect(stream.received.filter(({ data }) => JSON.stringify(data).includes("deleted"))).toHaveLength(1);
});

test("brings what is new at once, however much came while nobody listened", async () => {
  const { visitor, id } = await newConversation();
  await using other = await visitorStream(await openWidget((await newOwnerWithSite()).site));
  {
    await using before = await visitorStream(visitor);
    await sendMessage(visitor, id, "Heard");
    await before.next("message.created");
  }
  for (let at = 0; at < 250; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => sendMessage(visitor, id, "Not heard")));
  }
  await using stream = await visitorStream(visitor);
  await sendMessage(visitor, id, "New");
  expect((await stream.next("message.created")).message).toMatchObject({ seq: 253, body: "New" });
  expect(other.names()).toEqual(["ready"]);
});

test("brings every message once, though the notices of other processes come twice and in the wrong order", async () => {
  const { owner, visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  const [row] = await sql("SELECT workspace_id FROM conversations WHERE id = $1", [id]);
  const place = { workspaceId: row?.workspace_id, visitorId: visitor.visitorId, conversationId: id };
  for (let stored = 0; stored < 4; stored += 1) await storeUntold(id);
  for (const seq of [3, 2, 5, 3]) {
    const notices = [{ kind: "message", seq, ...place }];
    await sql("SELECT pg_notify('site_inbox', $1)", [JSON.stringify({ from: "another", notices })]);
    await sql("SELECT pg_notify('site_inbox', 'no notice at all')");
  }
  await patchConversation(owner, id, { status: "closed" });
  await stream.next("conversation.updated", (data) => "conversation" in data && data.conversation.status === "closed");
  const seqs = stream.received
    .filter(({ name }) => name === "message.created")
    .map(({ data }) => (data as { message: { seq: number } }).message.seq);
  expect(seqs).toHaveLength(4);
  expect(new Set(seqs)).toEqual(new Set([2, 3, 4, 5]));
});

test("ends with its token (A12)", async () => {
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
  await using stream = await visitorStream({ token });
  expect(await stream.ended).toBe("closed");
});

test("keeps at most 16 streams of a visitor: the oldest makes room", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using oldest = await visitorStream(visitor);
  const others = await Promise.all(Array.from({ length: 16 }, () => visitorStream(visitor)));
  expect(await oldest.ended).toBe("closed");
  await Promise.all(others.map((stream) => stream[Symbol.asyncDispose]()));
});

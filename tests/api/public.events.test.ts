import { expect, test } from "@playwright/test";
import { refuse } from "../support/api-client.ts";
import { visitorStream } from "../support/event-stream.ts";
import {
  deleteSite,
  newConversation,
  newOwner,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { addNote } from "../support/notes.ts";

test("begins with ready, for any origin, and accepts only a widget token", async () => {
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

test("sends the visitor's own messages to their other tabs, with the conversation as listed to them", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using stream = await visitorStream(visitor);
  const { message } = await start(visitor, "Hello");
  const event = await stream.next("message.created");
  expect(event.message).toEqual(message);
  expect(event.conversation).toMatchObject({ id: message.conversationId, status: "open", lastSeq: 1, unreadCount: 0 });
});

test("notifies the visitor that their conversation was closed", async () => {
  const { owner, visitor, id } = await newConversation();
  await using stream = await visitorStream(visitor);
  await patchConversation(owner, id, { status: "closed" });
  expect(await stream.next("conversation.updated")).toMatchObject({ conversation: { id, status: "closed" } });
});

test("sends nothing when the team stars, labels, assigns, snoozes, marks, reads or describes a conversation", async () => {
  const { owner, visitor, id } = await newConversation();
  const label = await newLabel(owner);
  await using stream = await visitorStream(visitor);
  const changes = [
    { starred: true },
    { spam: true },
    { spam: false },
    { labels: { add: [label.id] } },
    { assignee: owner.user.id },
    { snooze: { until: null } },
    { snooze: null },
  ];
  for (const change of changes) await patchConversation(owner, id, change);
  await addNote(owner, id, "Only for us");
  await reply(owner, id, "For you");
  expect((await stream.next("message.created")).message.body).toBe("For you");
  expect(stream.names()).toEqual(["ready", "message.created"]);
});

test("sends no events about other visitors of the site", async () => {
  const { site } = await newOwnerWithSite();
  const [one, other] = [await openWidget(site), await openWidget(site)];
  await using stream = await visitorStream(one);
  await start(other, "Not for you");
  await start(one, "For me");
  expect((await stream.next("message.created")).message.body).toBe("For me");
  expect(stream.names()).toEqual(["ready", "message.created"]);
});

test("ends when its site is deleted, and returns 404 from then on", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using stream = await visitorStream(visitor);
  await deleteSite(owner, site);
  expect(await stream.ended).toBe("closed");
  await refuse("not_found", "GET", "/public/events", { token: visitor.token });
});

test("sends new messages immediately, however many arrived while no one listened", async () => {
  const { visitor, id } = await newConversation();
  const stranger = await openWidget((await newOwnerWithSite()).site);
  await using other = await visitorStream(stranger);
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
  // Those of a moment ago may arrive late, on a busy host after the stream was opened. They're known by their number.
  let { message } = await stream.next("message.created");
  while (message.seq < 253) ({ message } = await stream.next("message.created"));
  expect(message).toMatchObject({ seq: 253, body: "New" });
  await other.expectNothingBefore("message.created", () => start(stranger, "Mine"));
});

test("a visitor has at most 16 streams: a new one closes the oldest", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using oldest = await visitorStream(visitor);
  const others = await Promise.all(Array.from({ length: 16 }, () => visitorStream(visitor)));
  expect(await oldest.ended).toBe("closed");
  await Promise.all(others.map((stream) => stream[Symbol.asyncDispose]()));
});

import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { newId } from "#platform/new-id.ts";
import { ask, type Call, refuse, send } from "../support/api-client.ts";
import { allMessages, conversation, type Owner, openWidget, reply, sendMessage, start } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { addNote } from "../support/notes.ts";
import { newTeam } from "../support/team.ts";

/** A conversation with a message from the visitor and a reply of the team's admin. */
async function repliedConversation() {
  const { owner, admin, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has a site");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { owner, admin, visitor, id, first: await reply(admin, id, "Hi, this is Ada.") };
}

const pathOf = (id: string) => `/conversations/${id}/messages`;
const replyOf = ({ token }: Owner, body: object, key: string = randomUUID()): Call => ({
  token,
  body: { message: "Hi, this is Ben.", ...body },
  headers: { "Idempotency-Key": key },
});

test("a reply is refused if a teammate has replied since, with their message, and its key sends it anyway, once", async () => {
  const { owner, admin, id, first } = await repliedConversation();
  const key = randomUUID();
  const { newer } = await refuse("stale_reply", "POST", pathOf(id), replyOf(owner, { seenSeq: 1, seenNote: 0 }, key));
  expect(newer).toEqual({ messages: [first], notes: [], lastSeq: 2, lastNote: 0 });
  expect(await allMessages(admin, id)).toHaveLength(2);

  const { message } = await ask(MessageResponse, 201, "POST", pathOf(id), replyOf(owner, {}, key));
  expect(message.seq).toBe(3);
  await reply(admin, id, "One more thing.");
  const replayed = await send("POST", pathOf(id), replyOf(owner, { seenSeq: 1 }, key));
  expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await allMessages(admin, id)).toHaveLength(4);
});

test("a reply isn't stale because of the visitor's messages, one's own, what was seen, or what isn't compared", async () => {
  const { owner, admin, visitor, id } = await repliedConversation();
  await sendMessage(visitor, id, "Are you there?");
  await reply(owner, id, "From my phone.");
  for (const seen of [{ seenSeq: 2 }, { seenSeq: 2_147_483_647 }, { seenNote: 0 }, {}]) {
    await ask(MessageResponse, 201, "POST", pathOf(id), replyOf(owner, seen));
  }
  await addNote(owner, id, "My own");
  await ask(MessageResponse, 201, "POST", pathOf(id), replyOf(owner, { seenSeq: 2, seenNote: 0 }));
  const note = await addNote(admin, id, "Don't refund.");
  const { newer } = await refuse(
    "stale_reply",
    "POST",
    pathOf(id),
    replyOf(owner, { seenSeq: 2, seenNote: 1, close: true }),
  );
  expect(newer).toMatchObject({ messages: [], notes: [note], lastNote: 2 });
});

test("closing and reopening are refused after a teammate's reply, and change nothing", async () => {
  const { owner, admin, id } = await repliedConversation();
  const patch = (body: object) => ({ token: owner.token, body });
  await refuse("stale_reply", "PATCH", `/conversations/${id}`, patch({ status: "closed", seenSeq: 1 }));
  expect(await conversation(owner, id)).toMatchObject({ status: "open" });
  // What's so already needs no decision.
  expect((await send("PATCH", `/conversations/${id}`, patch({ status: "open", seenSeq: 1 }))).status).toBe(200);
  await send("PATCH", `/conversations/${id}`, patch({ status: "open", spam: true, seenSeq: 1 }));
  expect(await conversation(owner, id), "what else is changed with it").toMatchObject({ spam: true });
  await refuse("stale_reply", "PATCH", `/conversations/${id}`, patch({ status: "closed", spam: false, seenSeq: 1 }));
  expect(await conversation(owner, id)).toMatchObject({ status: "open", spam: true });
  await send("PATCH", `/conversations/${id}`, patch({ spam: false }));
  expect((await send("PATCH", `/conversations/${id}`, patch({ status: "closed", seenSeq: 2 }))).status).toBe(200);
  await ask(MessageResponse, 201, "POST", pathOf(id), { token: admin.token, body: { message: "Bye.", close: true } });
  await refuse("stale_reply", "PATCH", `/conversations/${id}`, patch({ status: "open", seenSeq: 2 }));
  expect(await conversation(owner, id)).toMatchObject({ status: "closed" });
});

const WAITING: [what: string, method: string, path: (id: string) => string, body: object][] = [
  ["a reply", "POST", pathOf, { message: "Hi, this is Ben.", seenSeq: 2 }],
  ["a reply that closes", "POST", pathOf, { message: "Hi, this is Ben.", seenSeq: 2, close: true }],
  ["closing", "PATCH", (id) => `/conversations/${id}`, { status: "closed", seenSeq: 2 }],
];
for (const [what, method, path, body] of WAITING) {
  test(`${what} that waits for a teammate's reply to be stored is refused`, async () => {
    const { owner, admin, id } = await repliedConversation();
    await using held = await holdTransaction();
    await held.run(
      `WITH conversation AS (
         UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp() WHERE id = $1
         RETURNING id, workspace_id, last_seq
       )
       INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
       SELECT $2::uuid, id, workspace_id, last_seq, 'owner', $3::uuid, 'I got it.', now() FROM conversation`,
      [id, newId(), admin.user.id],
    );
    const own = send(method, path(id), { token: owner.token, body });
    await held.untilWaitedFor();
    await held.end("COMMIT");
    expect((await own).status).toBe(409);
    expect((await allMessages(owner, id)).map((message) => message.body)).toEqual([
      "Hello",
      "Hi, this is Ada.",
      "I got it.",
    ]);
    expect(await conversation(owner, id)).toMatchObject({ status: "open" });
  });
}

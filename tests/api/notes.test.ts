import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { NoteListResponse } from "#lib/desk/notes/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  conversation,
  newConversation,
  openWidget,
  ownConversations,
  sendMessage,
  start,
} from "../support/factories.ts";
import { addNote, notesOf, notesPath } from "../support/notes.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

async function teamConversation() {
  const team = await newTeam();
  const [site, otherSite] = team.sites;
  if (!site || !otherSite) throw new Error("the team has two sites");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { ...team, site, otherSite, visitor, id };
}

test("a note is listed to the team with the next seq, and changes nothing but the conversation's noteSeq", async () => {
  const { owner, agent, visitor, id } = await teamConversation();
  const before = { team: await conversation(owner, id), visitor: await ownConversations(visitor) };
  const first = await addNote(owner, id, "She ordered twice.");
  expect(first).toMatchObject({
    conversationId: id,
    seq: 1,
    authorId: owner.user.id,
    authorName: owner.email,
    mentions: [],
  });
  const second = await addNote(agent, id, "Refunded.");
  expect(await notesOf(agent, id)).toEqual([first, second]);
  expect(await conversation(owner, id)).toEqual({ ...before.team, noteSeq: 2 });
  expect(await ownConversations(visitor)).toEqual(before.visitor);
});

test("notes are paged as messages are", async () => {
  const { owner, id } = await newConversation();
  for (let seq = 1; seq <= 5; seq += 1) await addNote(owner, id, `Note ${seq}`);
  const page = async (query: string) => {
    const { notes, hasMore } = await ask(NoteListResponse, 200, "GET", notesPath(id) + query, { token: owner.token });
    return [notes.map(({ seq }) => seq), hasMore];
  };
  expect(await page("")).toEqual([[1, 2, 3, 4, 5], false]);
  expect(await page("?limit=2")).toEqual([[4, 5], true]);
  expect(await page("?before=3&limit=1")).toEqual([[2], true]);
  expect(await page("?after=3")).toEqual([[4, 5], false]);
  await refuseFields(["before"], "GET", `${notesPath(id)}?after=1&before=3`, { token: owner.token });
});

test("a note is stored once for each key, and its key can't carry another text or conversation", async () => {
  const { owner, visitor, id } = await newConversation();
  const headers = { "Idempotency-Key": randomUUID() };
  const [note, again] = await Promise.all([
    addNote(owner, id, "Once", { headers }),
    addNote(owner, id, "Once", { headers }),
  ]);
  expect(again).toEqual(note);
  const replay = await send("POST", notesPath(id), {
    token: owner.token,
    body: { note: "Once", seenNote: 0 },
    headers,
  });
  expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await notesOf(owner, id)).toHaveLength(1);
  await refuse("idempotency_mismatch", "POST", notesPath(id), { token: owner.token, body: { note: "Twice" }, headers });
  await sql("UPDATE conversations SET status = 'closed' WHERE id = $1", [id]);
  const { conversationId: other } = await start(visitor, "Another");
  await refuse("idempotency_mismatch", "POST", notesPath(other), {
    token: owner.token,
    body: { note: "Once" },
    headers,
  });
});

test("notes that are added at the same time are numbered without gaps", async () => {
  const { owner, agent, id } = await teamConversation();
  const all = Array.from({ length: 20 }, (_, at) => addNote(at % 2 ? owner : agent, id, `Note ${at}`));
  const seqs = (await Promise.all(all)).map(({ seq }) => seq).sort((one, other) => one - other);
  expect(seqs).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test("a mention marks the conversation unread for the teammate, and only teammates with access can be mentioned", async () => {
  const { owner, agent, admin, otherSite, id } = await teamConversation();
  await addNote(owner, id, "@agent, can you refund this?", { mentions: [agent.user.id, owner.user.id, agent.user.id] });
  const marks = await sql(`SELECT user_id::text AS "userId" FROM reads WHERE conversation_id = $1 AND is_marked`, [id]);
  expect(marks).toEqual([{ userId: agent.user.id }]);

  const { conversationId: elsewhere } = await start(await openWidget(otherSite), "Hello");
  const call = { token: owner.token, body: { note: "@agent?", mentions: [agent.user.id] } };
  expect(await refuseFields(["mentions"], "POST", notesPath(elsewhere), call)).toEqual([
    "must be teammates with access to this conversation",
  ]);
  expect(await notesOf(admin, elsewhere)).toEqual([]);
});

test("a note is stale if a teammate added one after what its writer saw", async () => {
  const { owner, agent, id } = await teamConversation();
  const note = await addNote(agent, id, "Don't refund.");
  const { newer } = await refuse("stale_reply", "POST", notesPath(id), {
    token: owner.token,
    body: { note: "Refund it.", seenNote: 0 },
  });
  expect(newer).toMatchObject({ messages: [], notes: [note], lastSeq: 1, lastNote: 1 });
  await addNote(owner, id, "Refund it.", { seenNote: 1 });
});

test("a note reaches the team's streams, and a visitor's stream says nothing about it", async () => {
  const { owner, agent, visitor, id } = await teamConversation();
  await using team = await ownerStream(agent);
  await using theirs = await visitorStream(visitor);
  const note = await addNote(owner, id, "She ordered twice.");
  expect(await team.next("note.created")).toMatchObject({ note, conversation: { id, noteSeq: 1 } });
  await askNothing("POST", `${notesPath(id)}/typing`, { token: owner.token });
  await theirs.expectNothingBefore("message.created", () => sendMessage(visitor, id, "Still there?"));
});

import { expect, test } from "@playwright/test";
import type { ChangeNotification } from "#lib/base/changes/change.ts";
import { changeConversations } from "#lib/base/changes/change-conversations.system.ts";
import { changeBus } from "#lib/base/changes/publish-change.ts";
import { updateConversation, updateInTransaction } from "#lib/desk/conversations/commands.ts";
import type { UpdateConversationBody } from "#lib/desk/conversations/schema.ts";
import { Prisma } from "#prisma-client";
import { addConversations } from "../support/added-messages.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { newPerson } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";

/*
 * What's changed of conversations at once. On a database of its own, and with a bus that keeps what this process publishes.
 */

let database: ScratchDatabase;
let published: ChangeNotification[];
test.beforeEach(async () => {
  database = await openOwnDatabase();
  published = [];
  changeBus().subscribe({ onNotifications: (some) => void published.push(...some), onRestored: () => undefined });
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

/** A workspace of one person, with as many open conversations and a label. */
async function newPlace(count: number) {
  const userId = (await newPerson(run)).user.id;
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: userId }]);
  const workspaceId = String(workspace?.id);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspaceId, public_key: crypto.randomUUID(), accent_color: "#123456" },
  ]);
  const siteId = String(site?.id);
  const [label] = await insertRows(run, "labels", [
    { workspace_id: workspaceId, name: "Bug", name_key: "bug", color: "red" },
  ]);
  await insertRows(run, "webhook_endpoints", [
    {
      workspace_id: workspaceId,
      site_id: siteId,
      url: "https://example.com/hook",
      events: ["conversation.updated", "conversation.assigned", "conversation.starred", "conversation.labeled"],
    },
  ]);
  const texts = Array.from({ length: count }, () => [{ body: "Hello" }]);
  const ids = await addConversations(run, siteId, texts);
  return { scope: soloScope({ userId, workspaceId }), userId, labelId: String(label?.id), ids };
}

/** The transactions that have written a conversation's row and what belongs to it. */
const transactionsOf = (ids: string[]) =>
  run(
    `SELECT DISTINCT xmin::text FROM (
       SELECT xmin FROM conversations WHERE id = ANY ($1::uuid[])
       UNION ALL SELECT v.xmin FROM conversations c JOIN visitors v ON v.id = c.visitor_id WHERE c.id = ANY ($1::uuid[])
       UNION ALL SELECT xmin FROM conversation_labels WHERE conversation_id = ANY ($1::uuid[])
       UNION ALL SELECT xmin FROM activity WHERE conversation_id = ANY ($1::uuid[])
       UNION ALL SELECT xmin FROM webhook_deliveries WHERE conversation_id = ANY ($1::uuid[])
     ) written`,
    [ids],
  );

const stateOf = (ids: string[]) =>
  run("SELECT is_starred, status, updated_at FROM conversations WHERE id = ANY ($1::uuid[]) ORDER BY id", [ids]);

const among = (ids: string[]) => Prisma.sql`c.id = ANY (${ids}::uuid[])`;

test("a PATCH of a conversation commits all its changes in one transaction, and publishes them once", async () => {
  const { scope, userId, labelId, ids } = await newPlace(1);
  const [id = ""] = ids;
  await updateConversation(scope, id, {
    assignee: userId,
    status: "closed",
    starred: true,
    labels: { add: [labelId] },
    visitorBlocked: true,
  });
  expect(await transactionsOf(ids)).toHaveLength(1);
  const log = await run("SELECT action FROM activity ORDER BY action");
  expect(log.map(({ action }) => action)).toEqual(["conversation.assigned", "conversation.closed", "visitor.blocked"]);
  const sent = await run("SELECT type FROM webhook_deliveries ORDER BY type");
  expect(sent.map(({ type }) => type)).toEqual([
    "conversation.assigned",
    "conversation.labeled",
    "conversation.starred",
    "conversation.updated",
  ]);
  expect(published).toEqual([expect.objectContaining({ kind: "conversation", conversationId: id })]);
});

test("a PATCH with a change that's refused changes nothing else, and publishes nothing", async () => {
  const { scope, userId, labelId, ids } = await newPlace(1);
  const [id = ""] = ids;
  const before = await stateOf(ids);
  const refused: [UpdateConversationBody, string][] = [
    [{ assignee: userId, status: "closed", starred: true, snooze: { until: null } }, "conflict"],
    [{ status: "closed", labels: { add: [labelId, crypto.randomUUID()] } }, "not_found"],
    [{ starred: true, assignee: crypto.randomUUID() }, "invalid_request"],
  ];
  for (const [body, code] of refused) await expect(updateConversation(scope, id, body)).rejects.toThrow(code);
  expect(await stateOf(ids)).toEqual(before);
  for (const table of ["activity", "webhook_deliveries", "conversation_labels", "conversation_events"]) {
    expect(await run(`SELECT * FROM ${table}`), table).toEqual([]);
  }
  expect(published).toEqual([]);
});

test("a set of conversations changes in one transaction, without those that the caller may not touch", async () => {
  const { scope, userId, labelId, ids } = await newPlace(3);
  const { ids: foreign } = await newPlace(1);
  const before = await stateOf(foreign);
  const body = { assignee: userId, status: "closed" as const, starred: true, labels: { add: [labelId] } };
  const changed = await changeConversations(scope, among([...ids, ...foreign]), (tx, own) =>
    updateInTransaction(scope, tx, own, body),
  );
  expect(new Set(changed.map(({ conversationId }) => conversationId))).toEqual(new Set(ids));
  expect(new Set(published.map((change) => "conversationId" in change && change.conversationId))).toEqual(new Set(ids));
  expect(published).toHaveLength(ids.length);
  const closed = ids.map(() => expect.objectContaining({ is_starred: true, status: "closed" }));
  expect(await stateOf(ids)).toEqual(closed);
  expect(await run("SELECT DISTINCT xmin::text FROM conversation_labels")).toHaveLength(1);
  const log = await run("SELECT action, count(*)::int FROM activity GROUP BY action ORDER BY action");
  expect(log).toEqual([
    { action: "conversation.assigned", count: 3 },
    { action: "conversation.closed", count: 3 },
  ]);
  expect(await stateOf(foreign)).toEqual(before);
});

test("if one conversation of a set can't be changed, none is", async () => {
  const { scope, ids } = await newPlace(3);
  await run("UPDATE conversations SET status = 'closed' WHERE id = $1", [ids[1]]);
  const before = await stateOf(ids);
  const change = changeConversations(scope, among(ids), (tx, own) =>
    updateInTransaction(scope, tx, own, { starred: true, snooze: { until: null } }),
  );
  await expect(change).rejects.toThrow("conflict");
  expect(await stateOf(ids)).toEqual(before);
  expect(published).toEqual([]);
});

test("a caller whose membership has changed since the gate read it finds no conversation", async () => {
  const { scope, ids } = await newPlace(1);
  const before = await stateOf(ids);
  const former = { ...scope, version: scope.version + 1 };
  await expect(updateConversation(former, ids[0] ?? "", { starred: true })).rejects.toThrow("not_found");
  expect(await stateOf(ids)).toEqual(before);
  expect(published).toEqual([]);
});

test("a PATCH changes nothing if its caller loses access between two of its statements", async () => {
  const { scope, labelId, ids } = await newPlace(1);
  const before = await stateOf(ids);
  await using held = await holdTransaction(database.url);
  // The star is set by then, and the label waits.
  await held.run("SELECT FROM labels WHERE id = $1 FOR UPDATE", [labelId]);
  const change = updateConversation(scope, ids[0] ?? "", { starred: true, labels: { add: [labelId] } });
  const refused = expect(change).rejects.toThrow("not_found");
  await held.untilWaitedFor();
  await run("UPDATE members SET version = version + 1 WHERE workspace_id = $1", [scope.workspaceId]);
  await held.end("COMMIT");
  await refused;
  expect(await stateOf(ids)).toEqual(before);
  expect(await run("SELECT * FROM conversation_labels")).toEqual([]);
  expect(published).toEqual([]);
});

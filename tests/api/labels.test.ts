import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { LabelResponse } from "#lib/desk/labels/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  newApiKey,
  newConversation,
  newOwner,
  newOwnerWithSite,
  type Owner,
  patchConversation,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { labelsOf, newLabel } from "../support/labels.ts";
import { sql } from "../support/stored-rows.ts";

const patch = ({ token }: Owner, id: string, body: object) =>
  ask(LabelResponse, 200, "PATCH", `/labels/${id}`, { token, body });
const merge = ({ token }: Owner, id: string, into: string) =>
  ask(LabelResponse, 200, "POST", `/labels/${id}/merge`, { token, body: { into } });
const label = (owner: Owner, id: string, ...add: string[]) => patchConversation(owner, id, { labels: { add } });

test("labels are created in the least used color, listed by name, renamed, recolored and deleted, and open pages are notified", async () => {
  const owner = await newOwner();
  await using stream = await ownerStream(owner);
  const refund = await newLabel(owner, { name: "Refund" });
  expect(await stream.next("settings.updated")).toMatchObject({ about: "labels" });
  const bug = await newLabel(owner, { name: "bug" });
  expect([refund.color, bug.color]).toEqual(["gray", "red"]);
  expect(await newLabel(owner, { name: "Ähnlich", color: "teal" })).toMatchObject({
    color: "teal",
    conversationCount: 0,
  });
  expect((await labelsOf(owner)).map(({ name }) => name)).toEqual(["bug", "Refund", "Ähnlich"]);

  const { label: renamed } = await patch(owner, refund.id, { name: "Money back", color: "pink" });
  expect(renamed).toMatchObject({ id: refund.id, name: "Money back", color: "pink" });
  expect(Date.parse(renamed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(refund.updatedAt));
  expect((await patch(owner, refund.id, {})).label).toEqual(renamed);
  await askNothing("DELETE", `/labels/${refund.id}`, { token: owner.token });
  await refuse("not_found", "PATCH", `/labels/${refund.id}`, { token: owner.token, body: { name: "Back" } });
  expect(await labelsOf(await newOwner())).toEqual([]);
});

test("a label's name is unique whatever its case and form, and a workspace has at most 100 labels", async () => {
  const { token, ...owner } = await newOwner();
  const all = { token, ...owner };
  await newLabel(all, { name: "Refund" });
  const bug = await newLabel(all, { name: "Bug" });
  for (const name of ["REFUND", "ｒefund", " refund "]) {
    await refuse("conflict", "POST", "/labels", { token, body: { name } });
    await refuse("conflict", "PATCH", `/labels/${bug.id}`, { token, body: { name } });
  }
  for (const body of [{ name: "" }, { name: "x".repeat(41) }, { name: "two\nlines" }, { name: "Blue", color: "navy" }])
    await refuse("invalid_request", "POST", "/labels", { token, body });
  for (let count = 2; count < 99; count += 1) await newLabel(all);
  const last = await Promise.allSettled([newLabel(all), newLabel(all)]);
  expect(last.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await refuse("conflict", "POST", "/labels", { token, body: { name: "One more" } });
  expect(await labelsOf(all)).toHaveLength(100);
});

test("a conversation is labeled and unlabeled by id, with at most ten labels, and stays as it is if nothing changes", async () => {
  const { owner, id } = await newConversation();
  const labels = await Promise.all(Array.from({ length: 11 }, () => newLabel(owner)));
  const ids = labels.map((one) => one.id).sort();
  const [first = "", second = "", ...others] = ids;
  const labeled = await label(owner, id, second, first);
  expect(labeled.labelIds).toEqual([first, second]);
  expect(await label(owner, id, first)).toEqual(labeled);
  expect((await patchConversation(owner, id, { labels: { remove: [second, randomUUID()] } })).labelIds).toEqual([
    first,
  ]);
  expect((await labelsOf(owner)).filter(({ conversationCount = 0 }) => conversationCount > 0)).toMatchObject([
    { id: first },
  ]);

  await Promise.all([...others, second].map((one) => label(owner, id, one).catch(() => undefined)));
  expect((await conversation(owner, id)).labelIds).toHaveLength(10);
  const path = `/conversations/${id}`;
  const { token } = owner;
  await refuse("conflict", "PATCH", path, { token, body: { labels: { add: ids } } });
  const foreign = await newLabel(await newOwner());
  for (const unknown of [randomUUID(), foreign.id])
    await refuse("not_found", "PATCH", path, { token, body: { labels: { add: [unknown] } } });
  await refuse("invalid_request", "PATCH", path, { token, body: { labels: { add: [first], remove: [first] } } });
});

test("merging gives conversations the other label once, also those labeled meanwhile, and notifies open pages", async () => {
  const { owner, site } = await newOwnerWithSite();
  const conversations = await addConversations(
    sql,
    site.id,
    Array.from({ length: 12 }, () => [{ body: "Hello" }]),
  );
  const [from, into] = [await newLabel(owner), await newLabel(owner)];
  await Promise.all(conversations.slice(0, 8).map((id) => label(owner, id, from.id)));
  await Promise.all(conversations.slice(4, 8).map((id) => label(owner, id, into.id)));
  const before = await conversation(owner, conversations[0] ?? "");
  await using stream = await ownerStream(owner);

  const labeling = conversations.slice(8).map((id) => label(owner, id, from.id).catch(() => undefined));
  const { label: kept } = await merge(owner, from.id, into.id);
  expect(kept.id).toBe(into.id);
  expect(await stream.next("settings.updated")).toEqual({ about: "labels", merged: { from: from.id, into: into.id } });
  await Promise.all(labeling);
  const after = await Promise.all(conversations.map((id) => conversation(owner, id)));
  expect(after.slice(0, 8).map(({ labelIds }) => labelIds)).toEqual(Array.from({ length: 8 }, () => [into.id]));
  for (const { labelIds } of after.slice(8)) expect(labelIds.filter((id) => id !== into.id)).toEqual([]);
  expect(after[0]?.updatedAt).toBe(before.updatedAt);
  expect(await labelsOf(owner)).toMatchObject([{ id: into.id }]);
  const strays = await sql(
    `SELECT FROM conversation_labels l JOIN conversations c ON c.id = l.conversation_id
     WHERE l.label_id = $1 AND l.last_message_period <> c.last_message_period`,
    [into.id],
  );
  expect(strays).toHaveLength(0);
  const call = { token: owner.token, body: { into: into.id } };
  await refuse("not_found", "POST", `/labels/${from.id}/merge`, call);
  await refuse("conflict", "POST", `/labels/${into.id}/merge`, call);
});

test("a label's deletion stops if its caller's access changes while it waits", async () => {
  const { owner, id } = await newConversation();
  const { id: labelId } = await newLabel(owner);
  await label(owner, id, labelId);
  await using other = await holdTransaction();
  await other.run("SELECT FROM conversations WHERE id = $1 FOR UPDATE", [id]);
  const deleted = refuse("not_found", "DELETE", `/labels/${labelId}`, { token: owner.token });
  await other.untilWaitedFor();
  await sql("UPDATE members SET version = version + 1 WHERE user_id = $1", [owner.user.id]);
  await other.end("COMMIT");
  await deleted;
  await askNothing("DELETE", `/labels/${labelId}`, { token: owner.token });
  expect(await labelsOf(owner)).toEqual([]);
});

test("a label with more conversations than one transaction moves is merged whole, in several", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await insertRows(
    sql,
    "visitors",
    Array.from({ length: 2_300 }, () => ({ site_id: site.id })),
  );
  await insertRows(
    sql,
    "conversations",
    visitors.map(({ id }) => ({ visitor_id: id })),
  );
  const [from, into] = [await newLabel(owner), await newLabel(owner)];
  const link = (label: string, count: number) =>
    sql(
      `INSERT INTO conversation_labels
       SELECT id, $2, last_message_period FROM conversations WHERE site_id = $1 ORDER BY id LIMIT $3`,
      [site.id, label, count],
    );
  await link(from.id, 2_300);
  await link(into.id, 100);
  await merge(owner, from.id, into.id);
  expect((await labelsOf(owner)).map(({ id }) => id)).toEqual([into.id]);
  const transactions = await sql(
    "SELECT count(*)::int AS links FROM conversation_labels WHERE label_id = $1 GROUP BY xmin",
    [into.id],
  );
  // The first is the test's own.
  expect(transactions).toHaveLength(3);
  const moved = transactions.map(({ links }) => Number(links));
  expect(moved.reduce((sum, one) => sum + one, 0)).toBe(2_300);
  expect(Math.max(...moved)).toBeLessThanOrEqual(2_000);
});

test("two labels merged into each other at the same time leave one, with all conversations", async () => {
  const { owner, site } = await newOwnerWithSite();
  const ids = await addConversations(sql, site.id, [[{ body: "One" }], [{ body: "Two" }]]);
  const [one, other] = [await newLabel(owner), await newLabel(owner)];
  await Promise.all([label(owner, ids[0] ?? "", one.id), label(owner, ids[1] ?? "", other.id)]);
  const merged = await Promise.allSettled([merge(owner, one.id, other.id), merge(owner, other.id, one.id)]);
  expect(merged.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
  const left = await labelsOf(owner);
  expect(left).toMatchObject([{ conversationCount: 2 }]);
});

test("an API key reads labels, writes them and, with the scope manage, merges and deletes them", async () => {
  const owner = await newOwner();
  const [one, other] = [await newLabel(owner), await newLabel(owner)];
  const keys = await Promise.all((["read", "write", "manage"] as const).map((scope) => newApiKey(owner, scope)));
  const [reads, writes, manages] = keys.map(({ secret }) => ({ ...owner, token: secret }));
  if (!reads || !writes || !manages) throw new Error("a key is missing");
  expect(await labelsOf(reads)).toHaveLength(2);
  await refuse("insufficient_scope", "POST", "/labels", { token: reads.token, body: { name: "Mine" } });
  await patch(writes, one.id, { name: "Renamed" });
  await refuse("insufficient_scope", "DELETE", `/labels/${one.id}`, { token: writes.token });
  await refuse("insufficient_scope", "POST", `/labels/${one.id}/merge`, {
    token: writes.token,
    body: { into: other.id },
  });
  await merge(manages, one.id, other.id);
});

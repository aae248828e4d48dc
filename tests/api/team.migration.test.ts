import { readFile, rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { migrate } from "../../server/database/migrate.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows, type Run } from "../support/insert-rows.ts";
import { migrationsBefore } from "../support/older-database.ts";

const TEAM = "20261124100000_team";
const FILL = "20261124100500_team_fill";

/** A database of the version before, with two people who work alone. */
async function olderDatabase() {
  const database = await scratchDatabase("empty");
  const folder = await migrationsBefore(TEAM);
  await migrate(database.url, { folder }).finally(() => rm(folder, { recursive: true }));
  const run: Run = (text, values = []) => query(database.url, text, values);
  const users = await insertRows(run, "users", [
    { email: "ada@example.com", email_key: "ada@example.com" },
    { email: "bob@example.com", email_key: "bob@example.com" },
  ]);
  const workspaces = await insertRows(
    run,
    "workspaces",
    users.map(({ id }) => ({ owner_id: id })),
  );
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspaces[0]?.id, accent_color: "#000000" }]);
  const keys = users.map(({ id }, at) => ({ user_id: id, scope: "read", hash: `\\x0${at}`, hint: "abcd" }));
  await insertRows(run, "api_keys", keys);
  await insertRows(run, "alert_mutes", [{ user_id: users[0]?.id, site_id: site?.id }]);
  const [visitor] = await insertRows(run, "visitors", [{ site_id: site?.id }]);
  const counts = { last_seq: 3, owner_read_seq: 1, owner_unread_count: 2, last_message_preview: "x" };
  const [conversation] = await insertRows(run, "conversations", [{ visitor_id: visitor?.id, ...counts }]);
  const messages = [1, 2, 3].map((seq) => ({ conversation_id: conversation?.id, seq, sender_type: "visitor" }));
  await insertRows(run, "messages", messages);
  return { run, url: database.url, ids: users.map(({ id }) => id), [Symbol.asyncDispose]: database.drop };
}

test("each owner is the first member of their workspace, has their keys there, and finds everything else as it was", async () => {
  await using older = await olderDatabase();
  const { run, url, ids } = older;
  const same = () =>
    Promise.all([
      run("SELECT * FROM alert_mutes"),
      run(
        "SELECT id, last_seq, owner_read_seq, owner_unread_count, is_unread, waiting_since, updated_at FROM conversations",
      ),
    ]);
  const before = await same();
  await migrate(url);
  expect(await same()).toEqual(before);
  const members = await run(`
    SELECT m.user_id = w.owner_id AS "isOwner", m.role, m.standing, m.site_ids, m.version, m.created_at = w.created_at AS "isFirst"
    FROM workspaces w JOIN members m ON m.workspace_id = w.id`);
  const member = { isOwner: true, role: "owner", standing: "active", site_ids: null, version: 1, isFirst: true };
  expect(members).toEqual([member, member]);
  const keys = await run(
    "SELECT w.owner_id FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id ORDER BY k.hash",
  );
  expect(keys.map(({ owner_id }) => owner_id)).toEqual(ids);
  expect(await run("SELECT FROM reads")).toEqual([]);

  // Repeated after a kill, the batches change nothing.
  await run("DELETE FROM _prisma_migrations WHERE migration_name = '20261124100500_team_fill'");
  await migrate(url);
  expect(await run("SELECT FROM members")).toHaveLength(2);
});

test("the version before registers, creates keys, gets messages and closes accounts on the new tables", async () => {
  await using older = await olderDatabase();
  const { run, url, ids } = older;
  await migrate(url);
  const [eve] = await insertRows(run, "users", [{ email: "eve@example.com", email_key: "eve@example.com" }]);
  await insertRows(run, "workspaces", [{ owner_id: eve?.id }]);
  await insertRows(run, "api_keys", [{ user_id: eve?.id, scope: "read", hash: "\\x09", hint: "abcd" }]);
  const [own] = await run(
    `SELECT m.role, k.workspace_id = w.id AS "isPlaced"
     FROM workspaces w JOIN members m ON m.workspace_id = w.id JOIN api_keys k ON k.user_id = w.owner_id WHERE w.owner_id = $1`,
    [eve?.id],
  );
  expect(own).toEqual({ role: "owner", isPlaced: true });

  const change = (set: string) =>
    run(`UPDATE conversations SET ${set} RETURNING waiting_since IS NOT NULL AS waits, waiting_seq`);
  const reply =
    "last_seq = last_seq + 1, last_message_at = clock_timestamp(), owner_read_seq = last_seq + 1, owner_unread_count = 0, visitor_unread_count = 1";
  expect(await change(reply)).toEqual([{ waits: false, waiting_seq: null }]);
  const write =
    "last_seq = last_seq + 1, last_message_at = clock_timestamp(), owner_unread_count = owner_unread_count + 1";
  expect(await change(write)).toEqual([{ waits: true, waiting_seq: 5 }]);
  expect(await change(write)).toEqual([{ waits: true, waiting_seq: 5 }]);
  expect(await change("status = 'closed'")).toEqual([{ waits: false, waiting_seq: null }]);

  const close = (id: unknown) => run("UPDATE users SET closed_at = now() WHERE id = $1", [id]);
  await close(ids[1]);
  const [closed] = await run("SELECT closed_at IS NOT NULL AS closed FROM workspaces WHERE owner_id = $1", [ids[1]]);
  expect(closed).toEqual({ closed: true });
  await run("DELETE FROM users WHERE id = $1", [ids[1]]);
  expect(await run("SELECT FROM members WHERE user_id = $1", [ids[1]])).toEqual([]);
});

test("the version before registers people and changes accounts while members and keys are being filled", async () => {
  await using older = await olderDatabase();
  const { run, url, ids } = older;
  const folder = await migrationsBefore(FILL);
  await migrate(url, { folder }).finally(() => rm(folder, { recursive: true }));
  await using filling = await holdTransaction(url);
  const [members = "", keys = ""] = (await readFile(`prisma/migrations/${FILL}/migration.sql`, "utf8")).split(";\n");
  for (const batch of [members, keys]) expect(await filling.run(batch, [null])).toHaveLength(1);
  const [eve] = await insertRows(run, "users", [{ email: "eve@example.com", email_key: "eve@example.com" }]);
  await insertRows(run, "workspaces", [{ owner_id: eve?.id }]);
  await insertRows(run, "api_keys", [{ user_id: ids[0], scope: "read", hash: "\\x09", hint: "abcd" }]);
  await run("UPDATE users SET name = 'Ada' WHERE id = $1", [ids[0]]);
  await run("UPDATE workspaces SET owner_id = owner_id");
  await filling.end("COMMIT");
  expect(await run("SELECT FROM members")).toHaveLength(3);
});

test("a workspace always has an owner, and one with others in it isn't closed with an account", async () => {
  await using older = await olderDatabase();
  const { run, url, ids } = older;
  await migrate(url);
  const [ada, bob] = ids;
  const refused = { code: "WO001" };
  const setRole = (id: unknown, role: string) =>
    run(
      `UPDATE members SET role = $2 WHERE user_id = $1 AND workspace_id = (SELECT workspace_id FROM sites) RETURNING version`,
      [id, role],
    );
  await expect(setRole(ada, "admin")).rejects.toMatchObject(refused);
  await expect(run("DELETE FROM members WHERE user_id = $1", [ada])).rejects.toMatchObject(refused);
  await run(
    `INSERT INTO members (workspace_id, user_id, role, created_at) SELECT workspace_id, $1, 'agent', now() FROM sites`,
    [bob],
  );
  const close = () => run("UPDATE users SET closed_at = now() WHERE id = $1", [ada]);
  await expect(close()).rejects.toMatchObject(refused);
  expect(await setRole(bob, "owner")).toEqual([{ version: 2 }]);
  expect(await setRole(ada, "admin")).toEqual([{ version: 2 }]);
  const [workspace] = await run("SELECT w.owner_id FROM workspaces w JOIN sites s ON s.workspace_id = w.id");
  expect(workspace).toEqual({ owner_id: bob });
  await close();
  expect(await run("SELECT FROM workspaces WHERE closed_at IS NOT NULL")).toEqual([]);
});

test("the activity log is append-only, but for the ids of erased conversations", async () => {
  await using database = await scratchDatabase();
  const run: Run = (text, values = []) => query(database.url, text, values);
  const [user] = await insertRows(run, "users", [{ email: "ada@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const entry = { workspace_id: workspace?.id, via: "session", action: "site.created", conversation_id: user?.id };
  await insertRows(run, "activity", [entry]);
  for (const set of [
    "action = 'site.deleted'",
    "actor_id = NULL, via = 'key'",
    "conversation_id = gen_random_uuid()",
  ]) {
    await expect(run(`UPDATE activity SET ${set}`), set).rejects.toMatchObject({ code: "23514" });
  }
  await run("UPDATE activity SET conversation_id = NULL");
});

import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { migrate } from "../../server/database/migrate.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { insertRows } from "../support/insert-rows.ts";
import { migrationsBefore } from "../support/older-database.ts";

const [COLUMNS, INDEXES] = ["20261123100000_desk_columns", "20261123100500_desk_indexes"];

type Kind = { senders: string; status?: "closed"; isSpam?: true; isTest?: true; isBlocked?: true; openedSeq?: number };

// By their messages: v is a visitor's, o an owner's. What waits is the message marked with V.
const KINDS: Record<string, Kind> = {
  "only asked": { senders: "Vvv" },
  replied: { senders: "vvo" },
  "asked again": { senders: "vovoVv" },
  reopened: { senders: "vvVv", openedSeq: 3 },
  "reopened after a reply": { senders: "vovVv", openedSeq: 4 },
  closed: { senders: "vov", status: "closed" },
  spam: { senders: "vv", isSpam: true },
  "a test": { senders: "v", isTest: true },
  blocked: { senders: "vov", isBlocked: true },
};
const NAMES = Object.keys(KINDS);

/** Creates the conversations in a database of the version before. */
async function fill(run: (text: string, values?: unknown[]) => ReturnType<typeof query>): Promise<void> {
  const [user] = await insertRows(run, "users", [{ email: "o@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  for (const [name, { senders, status = "open", isSpam = false, isTest = false, ...kind }] of Object.entries(KINDS)) {
    const blocked_at = kind.isBlocked ? new Date() : null;
    const [visitor] = await insertRows(run, "visitors", [{ site_id: site?.id, name, is_test: isTest, blocked_at }]);
    const [row] = await insertRows(run, "conversations", [
      {
        visitor_id: visitor?.id,
        status,
        is_spam: isSpam,
        page_url: `https://shop.example/${senders}`,
        last_seq: senders.length,
        opened_seq: kind.openedSeq ?? 0,
        updated_at: new Date(0),
      },
    ]);
    const messages = [...senders].map((sender, at) => ({
      conversation_id: row?.id,
      seq: at + 1,
      sender_type: sender === "o" ? "owner" : "visitor",
      created_at: new Date(Date.UTC(2026, 0, 1, 0, at + 1)),
    }));
    await insertRows(run, "messages", messages);
  }
}

/** A reply as the version before stores it. */
const OLD_REPLY = `
  WITH c AS (
    UPDATE conversations c SET last_seq = c.last_seq + 1, last_message_at = clock_timestamp(), last_message_preview = 'x',
      owner_read_seq = c.last_seq + 1, owner_unread_count = 0, visitor_unread_count = c.visitor_unread_count + 1
    FROM visitors v WHERE v.id = c.visitor_id AND v.name = $1
    RETURNING c.*
  )
  INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
  SELECT gen_random_uuid(), id, workspace_id, last_seq, 'owner', visitor_id, 'x', last_message_at FROM c`;

test("the migration fills in who waits, and the version before keeps it right meanwhile", { tag: "@all" }, async () => {
  await using database = await scratchDatabase("empty");
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const migrateBefore = async (name: string) => {
    const folder = await migrationsBefore(name);
    await migrate(database.url, { folder }).finally(() => rm(folder, { recursive: true }));
  };
  await migrateBefore(COLUMNS);
  await fill(run);
  await migrateBefore(INDEXES);
  // Before its row is filled, one conversation gets its second reply.
  await run(OLD_REPLY, ["replied"]);
  await migrate(database.url);

  const rows = await run(
    `SELECT v.name, c.last_message_by AS by, extract(minute FROM c.waiting_since)::int AS waiting,
       extract(minute FROM c.first_reply_at)::int AS reply, c.first_page_url AS page, c.updated_at AS "updatedAt"
     FROM conversations c JOIN visitors v ON v.id = c.visitor_id`,
  );
  const byName = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
  const expected = NAMES.map((name) => {
    const { senders = "" } = KINDS[name] ?? {};
    const minuteOf = (sender: string) => (senders.includes(sender) ? senders.indexOf(sender) + 1 : null);
    const row = {
      by: senders.endsWith("o") ? "owner" : "visitor",
      waiting: minuteOf("V"),
      reply: minuteOf("o"),
      page: `https://shop.example/${senders}`,
      // Nothing that the version before shows has changed.
      updatedAt: new Date(0),
    };
    return [name, row];
  });
  expect(byName).toEqual(Object.fromEntries(expected));

  // Repeated after a kill, the batches change nothing.
  await run("DELETE FROM _prisma_migrations WHERE migration_name = $1", [INDEXES]);
  await run(
    "UPDATE conversations c SET is_starred = true, waiting_since = '2026-02-01' FROM visitors v WHERE v.id = c.visitor_id AND v.name = 'reopened'",
  );
  await migrate(database.url);
  const [kept] = await run("SELECT count(*)::int AS count FROM conversations WHERE waiting_since = '2026-02-01'");
  expect(kept).toEqual({ count: 1 });
});

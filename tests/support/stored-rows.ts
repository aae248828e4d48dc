import { query } from "./database.ts";
import { testEnvironment } from "./environment.ts";
import type { Owner } from "./factories.ts";

const TABLES = {
  users: "SELECT * FROM users WHERE id = $1",
  sessions: "SELECT * FROM sessions WHERE user_id = $1",
  api_keys: "SELECT * FROM api_keys WHERE user_id = $1",
  sites: "SELECT s.* FROM sites s JOIN workspaces w ON w.id = s.workspace_id WHERE w.owner_id = $1",
  visitors: `SELECT v.* FROM visitors v JOIN sites s ON s.id = v.site_id JOIN workspaces w ON w.id = s.workspace_id
    WHERE w.owner_id = $1`,
  identity_secrets: `SELECT i.* FROM identity_secrets i JOIN sites s ON s.id = i.site_id
    JOIN workspaces w ON w.id = s.workspace_id WHERE w.owner_id = $1`,
  blocked_addresses: `SELECT b.* FROM blocked_addresses b JOIN sites s ON s.id = b.site_id
    JOIN workspaces w ON w.id = s.workspace_id WHERE w.owner_id = $1`,
  conversations: "SELECT c.* FROM conversations c JOIN workspaces w ON w.id = c.workspace_id WHERE w.owner_id = $1",
  messages: `SELECT m.* FROM messages m JOIN conversations c ON c.id = m.conversation_id
    JOIN workspaces w ON w.id = c.workspace_id WHERE w.owner_id = $1`,
  message_keys: `SELECT k.* FROM message_keys k JOIN messages m ON m.id = k.message_id
    JOIN conversations c ON c.id = m.conversation_id JOIN workspaces w ON w.id = c.workspace_id WHERE w.owner_id = $1`,
  mails: "SELECT m.* FROM mails m JOIN workspaces w ON w.id = m.workspace_id WHERE w.owner_id = $1",
  webhook_endpoints:
    "SELECT e.* FROM webhook_endpoints e JOIN workspaces w ON w.id = e.workspace_id WHERE w.owner_id = $1",
  webhook_deliveries:
    "SELECT d.* FROM webhook_deliveries d JOIN workspaces w ON w.id = d.workspace_id WHERE w.owner_id = $1",
  deletions: "SELECT d.* FROM deletions d JOIN workspaces w ON w.id = d.workspace_id WHERE w.owner_id = $1",
};

type StoredRows = Record<keyof typeof TABLES, Record<string, unknown>[]>;

/** All that is stored of an owner, row for row: the same before and after a request that must change nothing. */
export async function storedRows({ user }: Owner): Promise<StoredRows> {
  const read = Object.entries(TABLES).map(async ([table, text]) => {
    const rows = await query(testEnvironment.databaseUrl, `${text} ORDER BY 1`, [user.id]);
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as StoredRows;
}

/** Runs one statement on the database of the service under test. */
export const sql = (text: string, values: unknown[] = []) => query(testEnvironment.databaseUrl, text, values);

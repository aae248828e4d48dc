import { cp, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MIGRATIONS = "prisma/migrations";

/** The migrations before this one, in a folder of their own. */
export async function migrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-migrations-"));
  for (const entry of await readdir(MIGRATIONS)) {
    if (entry < name) await cp(join(MIGRATIONS, entry), join(folder, entry), { recursive: true });
  }
  return folder;
}

// Two workspaces; in each conversation the visitor's messages are the odd ones, and marks stand where the numbers say.
export const OLD_ROWS = `
  INSERT INTO users SELECT gen_random_uuid(), n::text, n::text, NULL, 'none', now(), now() FROM generate_series(1, 2) n;
  INSERT INTO workspaces SELECT gen_random_uuid(), id, now() FROM users;
  INSERT INTO sites SELECT gen_random_uuid(), id, id::text, 'Shop', NULL, '#000000', 'Hello', now(), now() FROM workspaces;
  INSERT INTO visitors (id, site_id, name, created_at, updated_at)
  SELECT gen_random_uuid(), s.id, 'Zoë ' || n, now(), now() FROM sites s, generate_series(1, 3) n;
  INSERT INTO conversations (id, workspace_id, site_id, visitor_id, last_seq, owner_read_seq, visitor_read_seq,
    last_message_at, last_message_preview, created_at, updated_at)
  SELECT gen_random_uuid(), s.workspace_id, s.id, v.id, 5, marks.owner, marks.visitor, now(), 'x', now(), now()
  FROM visitors v JOIN sites s ON s.id = v.site_id
  JOIN (VALUES ('Zoë 1', 0, 5), ('Zoë 2', 3, 1), ('Zoë 3', 5, 5)) AS marks (name, owner, visitor) ON marks.name = v.name;
  INSERT INTO messages (id, conversation_id, seq, sender_type, sender_id, body, created_at)
  SELECT gen_random_uuid(), c.id, n, CASE WHEN n % 2 = 1 THEN 'visitor' ELSE 'owner' END, c.visitor_id,
    'Grüße ' || n, now()
  FROM conversations c, generate_series(1, 5) n`;

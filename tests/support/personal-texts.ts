import { query } from "./database.ts";
import { PASSWORD } from "./factories.ts";

// A shorter one can be in a log by chance.
const LEAST = 8;

const TEXTS = `
  SELECT DISTINCT text FROM (
    SELECT body AS text FROM messages
    UNION ALL SELECT unnest(ARRAY[name, email, external_id]) FROM visitors
    UNION ALL SELECT page_url FROM conversations
    UNION ALL SELECT unnest(ARRAY[name, email]) FROM users
  ) texts WHERE char_length(text) >= ${LEAST} LIMIT 50000`;

/** What people wrote and who they are, as far as it is still stored; and the password of the tests' owners. */
export async function personalTexts(databaseUrl: string): Promise<string[]> {
  const rows = await query<{ text: string }>(databaseUrl, TEXTS);
  return [PASSWORD, ...rows.map(({ text }) => text)];
}

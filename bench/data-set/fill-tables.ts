import type { Client } from "pg";
import { LANGUAGES, namesOf, phrasesOf } from "./words.ts";

export type DataSetOwner = { email: string; sites: number; conversations: number };

export type DataSet = {
  /** All conversations. The named owners get theirs, and many small owners with one site each get the rest. */
  conversations: number;
  /** On the average; some have two more, some two less. */
  messagesPerConversation: number;
  owners: DataSetOwner[];
  conversationsPerOther?: number;
  /** What owners log in by; none can where it is left out. */
  passwordHash?: string;
};

const PHRASES = 40_000;
const BATCH = 50_000;
const OTHERS_DEFAULT = 100;
const YEAR_MS = 365 * 86_400_000;

/** Writes the rows, set by set, on a connection of its own. */
export async function fillTables(client: Client, dataSet: DataSet, say: (line: string) => void): Promise<void> {
  say("Making words");
  await client.query(HELPERS);
  for (const [at, language] of LANGUAGES.entries()) {
    await client.query(
      "INSERT INTO made_phrase SELECT $1, n - 1, t FROM unnest($2::text[]) WITH ORDINALITY AS p (t, n)",
      [at, phrasesOf(language, PHRASES)],
    );
    await client.query(
      "INSERT INTO made_name SELECT $1, n - 1, t FROM unnest($2::text[]) WITH ORDINALITY AS p (t, n)",
      [at, namesOf(language)],
    );
  }
  await client.query("ANALYZE made_phrase, made_name");

  say("Making owners");
  await client.query("INSERT INTO made_owner SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY", [
    dataSet.owners.map(({ email }) => email),
    dataSet.owners.map(({ sites }) => sites),
    dataSet.owners.map(({ conversations }) => conversations),
  ]);
  const left = dataSet.conversations - dataSet.owners.reduce((sum, { conversations }) => sum + conversations, 0);
  const each = dataSet.conversationsPerOther ?? OTHERS_DEFAULT;
  await client.query(
    `INSERT INTO made_owner
     SELECT 'other-' || n || '@example.com', 1, least($2::int, $1::int - (n - 1) * $2::int), $3::int + n
     FROM generate_series(1, ceil($1::numeric / $2::int)::int) n`,
    [left, each, dataSet.owners.length],
  );
  await client.query(OWNERS, [dataSet.passwordHash ?? "none"]);

  say("Making conversations");
  const spread = [-2, -1, 1, 2].map((more) => Math.max(1, dataSet.messagesPerConversation + more));
  await client.query(PLAN, [spread, YEAR_MS]);
  await client.query("ANALYZE made_owner, made_conversation");
  await client.query(VISITORS, [LANGUAGES.length]);
  for (let from = 0; from < dataSet.conversations; from += BATCH) {
    say(`Making messages: ${from} of ${dataSet.conversations} conversations`);
    await client.query(MESSAGES, [from, from + BATCH, LANGUAGES.length, PHRASES]);
    await client.query(CONVERSATIONS, [from, from + BATCH, LANGUAGES.length, PHRASES]);
  }
  await client.query(LABELS);
}

// What follows is temporary, and goes with the connection. A number's `made_hash` takes the place of chance.
const HELPERS = `
  CREATE FUNCTION pg_temp.made_hash(n bigint, salt int) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT (hashint8extended(n, salt) & 2147483647)::int
  $$;
  CREATE FUNCTION pg_temp.made_id(ms bigint, n bigint, salt int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex(ms), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
    FROM md5(n || ' ' || salt) AS h
  $$;
  CREATE TEMP TABLE made_phrase (language int, n int, t text);
  CREATE TEMP TABLE made_name (language int, n int, t text);
  CREATE TEMP TABLE made_owner (email text, sites int, conversations int, o int)`;

const START = "1735689600000";

const OWNERS = `
  WITH u AS (
    INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
    SELECT pg_temp.made_id(${START}, o, 1), email, email, $1, to_timestamp(${START} / 1000.0), to_timestamp(${START} / 1000.0)
    FROM made_owner
  ), m AS (
    INSERT INTO members (workspace_id, user_id, role, created_at)
    SELECT pg_temp.made_id(${START}, o, 2), pg_temp.made_id(${START}, o, 1), 'owner', to_timestamp(${START} / 1000.0) FROM made_owner
  ), w AS (
    INSERT INTO workspaces (id, owner_id, created_at)
    SELECT pg_temp.made_id(${START}, o, 2), pg_temp.made_id(${START}, o, 1), to_timestamp(${START} / 1000.0) FROM made_owner
  )
  INSERT INTO sites (id, workspace_id, public_key, name, accent_color, welcome_message, created_at, updated_at)
  SELECT pg_temp.made_id(${START} + s, o, 3), pg_temp.made_id(${START}, o, 2), 'pk_made_' || o || '_' || s,
    'Site ' || s || ' of ' || o, '#2563eb', 'Hi! How can we help?', to_timestamp(${START} / 1000.0), to_timestamp(${START} / 1000.0)
  FROM made_owner, generate_series(0, sites - 1) s`;

// Each owner's conversations are spread over the year, so that those of all owners lie mixed on the disk.
const PLAN = `
  CREATE TEMP TABLE made_conversation AS
  SELECT (row_number() OVER (ORDER BY place) - 1)::int AS g, o, s, messages, gap_ms, (${START} + place * $2::bigint)::bigint AS ms
  FROM (
    SELECT o, k % sites AS s, (k + (pg_temp.made_hash(o * 1000003::bigint + k, 4) % 1000) / 1000.0) / conversations AS place,
      ($1::int[])[1 + pg_temp.made_hash(o * 1000003::bigint + k, 5) % 4] AS messages,
      10000 + pg_temp.made_hash(o * 1000003::bigint + k, 6) % 600000 AS gap_ms
    FROM made_owner, generate_series(0, conversations - 1) k
  ) planned;
`;

const VISITORS = `
  INSERT INTO visitors (id, site_id, workspace_id, external_id, name, email, created_at, updated_at)
  SELECT pg_temp.made_id(ms, g, 7), pg_temp.made_id(${START} + s, o, 3), pg_temp.made_id(${START}, o, 2),
    CASE WHEN g % 4 = 0 THEN 'customer-' || g END,
    CASE WHEN g % 3 > 0 THEN t END,
    CASE WHEN g % 2 = 0 THEN 'visitor' || g || '@example.com' END,
    to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0)
  FROM made_conversation JOIN made_name names
    ON names.language = g % $1 AND names.n = pg_temp.made_hash(g, 8) % (SELECT count(*) FROM made_name b WHERE b.language = g % $1)
  ORDER BY g`;

// The visitor has the odd lines and the owner the even ones.
const LINES = `
  SELECT c.*, j, ms + (j - 1) * gap_ms AS at, one.t || CASE WHEN g % $3 < 3 THEN ' ' ELSE '，' END || two.t AS body
  FROM made_conversation c, generate_series(1, messages) j, made_phrase one, made_phrase two
  WHERE g >= $1 AND g < $2
    AND one.language = g % $3 AND one.n = pg_temp.made_hash(g * 100::bigint + j, 9) % $4
    AND two.language = g % $3 AND two.n = pg_temp.made_hash(g * 100::bigint + j, 10) % $4`;

const MESSAGES = `
  INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
  SELECT pg_temp.made_id(at, g * 100::bigint + j, 11), pg_temp.made_id(ms, g, 12), pg_temp.made_id(${START}, o, 2), j,
    CASE WHEN j % 2 = 1 THEN 'visitor' ELSE 'owner' END,
    CASE WHEN j % 2 = 1 THEN pg_temp.made_id(ms, g, 7) ELSE pg_temp.made_id(${START}, o, 1) END,
    body, to_timestamp(at / 1000.0)
  FROM (${LINES}) lines ORDER BY at`;

// One in five is unread from the last line but one on, three in ten are open, one in seven has a star or the label.
const CONVERSATIONS = `
  INSERT INTO conversations (
    id, workspace_id, site_id, visitor_id, status, page_url, last_seq, last_message_at, last_message_preview,
    owner_read_seq, visitor_read_seq, owner_unread_count, last_read_by_owner_at, created_at, updated_at,
    last_message_by, waiting_since, first_reply_at, first_page_url, is_starred, has_labels
  )
  SELECT pg_temp.made_id(ms, g, 12), pg_temp.made_id(${START}, o, 2), pg_temp.made_id(${START} + s, o, 3),
    pg_temp.made_id(ms, g, 7), CASE WHEN pg_temp.made_hash(g, 13) % 10 < 3 THEN 'open' ELSE 'closed' END,
    'https://shop.example/page/' || g % 100, messages, to_timestamp(at / 1000.0), left(body, 140),
    mark, messages, (messages + 1) / 2 - (mark + 1) / 2, CASE WHEN mark > 0 THEN to_timestamp(at / 1000.0) END,
    to_timestamp(ms / 1000.0), to_timestamp(at / 1000.0),
    CASE WHEN messages % 2 = 1 THEN 'visitor' ELSE 'owner' END,
    CASE WHEN messages % 2 = 1 AND pg_temp.made_hash(g, 13) % 10 < 3 THEN to_timestamp(at / 1000.0) END,
    CASE WHEN messages > 1 THEN to_timestamp((ms + gap_ms) / 1000.0) END, 'https://shop.example/page/' || g % 100,
    pg_temp.made_hash(g, 15) % 7 = 0, pg_temp.made_hash(g, 16) % 7 = 0
  FROM (
    SELECT *, CASE WHEN pg_temp.made_hash(g, 14) % 5 = 0 THEN greatest(messages - 2, 0) ELSE messages END AS mark
    FROM (${LINES} AND j = messages) lines
  ) marked ORDER BY g`;

const LABELS = `
  WITH l AS (
    INSERT INTO labels (id, workspace_id, name, name_key, color, created_at, updated_at)
    SELECT pg_temp.made_id(${START}, o, 17), pg_temp.made_id(${START}, o, 2), 'Refund', 'refund', 'red',
      to_timestamp(${START} / 1000.0), to_timestamp(${START} / 1000.0)
    FROM made_owner RETURNING id, workspace_id
  )
  INSERT INTO conversation_labels (conversation_id, label_id, last_message_period)
  SELECT c.id, l.id, c.last_message_period FROM conversations c JOIN l USING (workspace_id) WHERE c.has_labels`;

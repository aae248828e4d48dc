/** The reference's own tables, with the indexes that its guarantees need and no more. */
export const TABLES = `
  CREATE TABLE visitors (
    id uuid PRIMARY KEY,
    site_id uuid NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE conversations (
    id uuid PRIMARY KEY,
    site_id uuid NOT NULL,
    visitor_id uuid NOT NULL REFERENCES visitors,
    status text NOT NULL DEFAULT 'open',
    page_url text,
    last_seq int NOT NULL,
    last_message_at timestamptz NOT NULL,
    last_message_preview text NOT NULL
  );
  CREATE UNIQUE INDEX ON conversations (visitor_id) WHERE status = 'open';
  CREATE TABLE messages (
    id uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations,
    seq int NOT NULL,
    sender_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (conversation_id, seq)
  );
  CREATE TABLE keys (
    sender_id uuid NOT NULL,
    key text NOT NULL,
    message_id uuid NOT NULL,
    PRIMARY KEY (sender_id, key)
  )`;

const RETURNED = `id, conversation_id AS "conversationId", seq, sender_id AS "senderId", body, created_at AS "createdAt"`;
const CLAIM = `claim AS (INSERT INTO keys VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING message_id)`;
const COUNT = "last_seq = c.last_seq + 1, last_message_at = clock_timestamp(), last_message_preview = left($5, 140)";

/** conversation, message, sender, body */
export const SEND = `
  WITH c AS (
    UPDATE conversations c SET last_seq = last_seq + 1, last_message_at = clock_timestamp(), last_message_preview = left($4, 140)
    WHERE id = $1 RETURNING id, last_seq, last_message_at
  )
  INSERT INTO messages SELECT $2, id, last_seq, $3, $4, last_message_at FROM c RETURNING ${RETURNED}`;

/** sender, key, message, conversation, body */
export const SEND_ONCE = `
  WITH ${CLAIM}, c AS (
    UPDATE conversations c SET ${COUNT} FROM claim
    WHERE id = $4 AND visitor_id = $1 RETURNING id, last_seq, last_message_at
  )
  INSERT INTO messages SELECT $3, id, last_seq, $1, $5, last_message_at FROM c RETURNING ${RETURNED}`;

/** sender, key, message, site, body, conversation, page */
export const START_ONCE = `
  WITH ${CLAIM}, v AS (
    INSERT INTO visitors (id, site_id) SELECT $1, $4 FROM claim
    ON CONFLICT (id) DO UPDATE SET updated_at = now() RETURNING id
  ), c AS (
    INSERT INTO conversations AS c
    SELECT $6, $4, v.id, 'open', $7, 1, clock_timestamp(), left($5, 140) FROM v
    ON CONFLICT (visitor_id) WHERE status = 'open' DO UPDATE SET page_url = excluded.page_url, ${COUNT}
    RETURNING id, last_seq, last_message_at
  )
  INSERT INTO messages SELECT $3, id, last_seq, $1, $5, last_message_at FROM c RETURNING ${RETURNED}`;

export const FIND_BY_KEY = `
  SELECT m.${RETURNED} FROM keys k JOIN messages m ON m.id = k.message_id WHERE k.sender_id = $1 AND k.key = $2`;

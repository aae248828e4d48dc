import { Client } from "pg";
import { closeLiveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { closeDb } from "#platform/database/database.ts";
import { type MadeOwner, makeDataSet } from "../../bench/data-set.ts";
import { scratchDatabase } from "./database.ts";
import { provideSettings } from "./provide-settings.ts";

/** A database of its own, to which this process's product code is connected, and an owner with much in it. */
export type LargeDatabase = { client: Client; owner: MadeOwner; drop(): Promise<void> };

// Large enough in every table that reading all of it would show.
const MORE_ROWS = `
  INSERT INTO users SELECT gen_random_uuid(), n::text, n::text, NULL, 'none', now(), now() FROM generate_series(1, 5000) n;
  INSERT INTO workspaces (id, owner_id, created_at) SELECT gen_random_uuid(), id, now() FROM users u
  WHERE NOT EXISTS (SELECT FROM workspaces WHERE owner_id = u.id);
  INSERT INTO sites SELECT gen_random_uuid(), id, id::text, 'More', NULL, '#000000', 'Hello', now(), now() FROM workspaces;
  INSERT INTO sites SELECT gen_random_uuid(), w.id, n::text, 'More', NULL, '#000000', 'Hello', now(), now()
  FROM workspaces w JOIN users u ON u.id = w.owner_id, generate_series(5001, 5300) n WHERE u.email = 'owner@example.com';
  UPDATE conversations SET status = 'closed' WHERE hashtext(id::text) % 3 <> 0;
  INSERT INTO sessions SELECT id, id, now(), now() + interval '1 day' FROM users;
  INSERT INTO deletions SELECT gen_random_uuid(), id, NULL, now() - row_number() OVER () * interval '10 seconds'
  FROM workspaces;
  UPDATE visitors SET external_id = id::text, verified = true WHERE hashtext(id::text) % 4 = 0;
  INSERT INTO identity_secrets SELECT id, 'none', now() FROM sites;
  INSERT INTO site_hours (site_id, time_zone, closed_since, turns_at, updated_at)
  SELECT id, 'UTC', now(), now() + row_number() OVER () * interval '1 minute', now() FROM sites;
  INSERT INTO site_words (site_id, language, welcome_message) SELECT id, 'de', 'Hallo' FROM sites;
  INSERT INTO greetings (id, site_id, name, text, hours, position, created_at, updated_at)
    SELECT gen_random_uuid(), id, 'hello-' || n, 'Hello', 'open', n, now(), now() FROM sites, generate_series(1, 3) n;
  UPDATE conversations c SET assignee_id = w.owner_id FROM workspaces w WHERE w.id = c.workspace_id AND hashtext(c.id::text) % 4 <> 3;
  UPDATE conversations SET is_spam = true WHERE hashtext(id::text) % 20 = 0;
  WITH pair AS (
    SELECT id, lead(id) OVER own AS into_id, row_number() OVER own AS n FROM visitors WINDOW own AS (PARTITION BY site_id ORDER BY id)
  )
  INSERT INTO merges SELECT id, into_id, gen_random_uuid(), now() FROM pair WHERE n % 10 = 1 AND into_id IS NOT NULL;
  UPDATE visitors v SET merged_into = m.into_id FROM merges m WHERE m.visitor_id = v.id;
  UPDATE visitors SET address_hash = id::text, address_at = now() - (hashtext(id::text) % 30) * interval '1 day';
  INSERT INTO blocked_addresses SELECT gen_random_uuid(), id, id::text, 'More', now() FROM sites;
  INSERT INTO webhook_endpoints (id, workspace_id, site_id, url, events, secret, created_at, updated_at)
  SELECT gen_random_uuid(), workspace_id, id, 'https://example.com/hook', '{message.created}', 'none', now(), now() FROM sites;
  INSERT INTO mails (id, job_id, kind, workspace_id, site_id, status, due_at, created_at, updated_at)
  SELECT gen_random_uuid(), id, 'owner_alert', workspace_id, id, 'sent', now(),
    now() - row_number() OVER () * interval '5 minutes', now()
  FROM sites;
  INSERT INTO one_time_links (token_hash, kind, expires_at)
  SELECT uuid_send(id), 'chat', now() + row_number() OVER () * interval '1 minute' FROM sites;
  INSERT INTO account_mail_counts
  SELECT id::text, 'address', ARRAY[now()], now() + row_number() OVER () * interval '1 minute' FROM sites;
  INSERT INTO api_keys SELECT gen_random_uuid(), id, 'More', 'read', uuid_send(id), 'more', now() FROM users;
  INSERT INTO webhook_deliveries (
    id, job_id, workspace_id, site_id, endpoint_id, type, data, due_at, created_at, updated_at
  )
  SELECT gen_random_uuid(), id, workspace_id, site_id, id, 'message.created', '{}',
    now() + row_number() OVER () * interval '1 minute', now() - row_number() OVER () * interval '5 minutes', now()
  FROM webhook_endpoints;
  INSERT INTO message_keys SELECT sender_id, id::text, id FROM messages WHERE seq <= 2;
  UPDATE conversations SET is_starred = true WHERE hashtext(id::text) % 10 = 0;
  UPDATE conversations SET rating = 5 WHERE status = 'closed' AND hashtext(id::text) % 10 = 1;
  INSERT INTO ratings SELECT id, 1, rating, 'Quick', now(), now() FROM conversations WHERE rating IS NOT NULL;
  INSERT INTO answers SELECT id, 'order', 'Order number', 'A-1041', now() FROM conversations WHERE hashtext(id::text) % 10 = 2;
  UPDATE visitors v SET has_answers = true FROM conversations c JOIN answers a ON a.conversation_id = c.id WHERE c.visitor_id = v.id;
  INSERT INTO visitor_attributes
  SELECT v.id, source, names.name, 'string', source || hashtext(v.id::text) % 4, source || hashtext(v.id::text) % 4, v.workspace_id, now()
  FROM visitors v, unnest(ARRAY['page', 'server']) source, unnest(ARRAY['plan', 'since'] || ARRAY(SELECT 'more-' || n FROM generate_series(1, 20) n)) AS names (name)
  WHERE hashtext(v.id::text) % 3 = 0;
  INSERT INTO site_cards SELECT id, 'https://127.0.0.1:9/card', uuid_send(id), now(), now() FROM sites;
  UPDATE sites SET questions = '[{"key": "order", "label": "Order number", "labels": {}, "kind": "text", "required": true, "asked": "always"}]';
  INSERT INTO reply_addresses SELECT sha256(uuid_send(id)), id, sha256(uuid_send(id)), 1, 1, now() FROM conversations;
  INSERT INTO received_mails (
    id, job_id, status, due_at, place_hash, envelope, size, raw_until, conversation_id, from_address, created_at, updated_at
  )
  SELECT gen_random_uuid(), gen_random_uuid(), 'stored', now(), sha256(uuid_send(id)), '{}', 1, now(), id, id || '@example.com',
    now() - row_number() OVER () * interval '1 minute', now()
  FROM conversations;
  INSERT INTO message_mails (message_id, received_id, header_id, belief, left_out)
  SELECT m.id, r.id, m.id::text, 'claimed', '[]'
  FROM received_mails r JOIN messages m ON m.conversation_id = r.conversation_id AND m.seq = 1;
  UPDATE conversations SET snoozed_at = now() WHERE status = 'open' AND hashtext(id::text) % 5 = 0;
  INSERT INTO labels SELECT gen_random_uuid(), id, n::text, n::text, 'red', now(), now()
  FROM workspaces, generate_series(1, 3) n;
  INSERT INTO conversation_labels
  SELECT c.id, l.id, c.last_message_period FROM conversations c JOIN labels l USING (workspace_id)
  WHERE hashtext(c.id::text || l.name) % 5 = 0 ON CONFLICT DO NOTHING;
  UPDATE conversations SET has_labels = true WHERE id IN (SELECT conversation_id FROM conversation_labels);
  INSERT INTO bulk_changes (id, workspace_id, user_id, change, state, total, created_at, worked_at)
  SELECT id, id, owner_id, '{}', 'done', 0, now() - row_number() OVER () * interval '1 second', now() FROM workspaces;
  INSERT INTO bulk_change_items (bulk_change_id, conversation_id, before) SELECT workspace_id, id, '{}' FROM conversations;
  INSERT INTO conversation_visits (conversation_id, site_id, browser, updated_at)
  SELECT id, site_id, 'Firefox', now() FROM conversations;
  INSERT INTO alerts (conversation_id, first_seq, since, seq, due_at)
  SELECT id, 1, now() - row_number() OVER () * interval '1 minute', last_seq,
    CASE WHEN hashtext(id::text) % 3 = 0 THEN now() + row_number() OVER () * interval '1 hour' END
  FROM conversations;
  INSERT INTO alert_mutes (user_id, site_id)
  SELECT u.id, s.id FROM (SELECT id FROM users LIMIT 50) u CROSS JOIN (SELECT id FROM sites LIMIT 20) s;
  INSERT INTO channels (id, user_id, kind, name, address, address_hash, stopped_at, created_at, updated_at)
  SELECT gen_random_uuid(), id, 'ntfy', 'More', 'none', uuid_send(id),
    CASE WHEN hashtext(id::text) % 10 = 0 THEN now() - row_number() OVER () * interval '1 minute' END, now(), now()
  FROM users;
  INSERT INTO notifications (
    id, job_id, workspace_id, user_id, channel_id, conversation_id, channel, name, kind, seq, status, due_at, created_at, updated_at
  )
  SELECT gen_random_uuid(), gen_random_uuid(), c.workspace_id, h.user_id, h.id, c.id, 'ntfy', 'More', 'message', 1, 'accepted', now(),
    now() - row_number() OVER () * interval '1 minute', now()
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id JOIN channels h ON h.user_id = w.owner_id;
  SELECT add_job('notification', job_id, id, now() + interval '1 day', user_id::text) FROM notifications LIMIT 5000;
  INSERT INTO presences
  SELECT h.user_id, c.id, now() + interval '1 hour' - row_number() OVER () * interval '1 millisecond'
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id JOIN channels h ON h.user_id = w.owner_id;
  INSERT INTO drafts (user_id, conversation_id, kind, body, version, updated_at)
  SELECT w.owner_id, c.id, kind, 'More', row_number() OVER (), now() - row_number() OVER () * interval '1 second'
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id CROSS JOIN (VALUES ('reply'), ('note')) AS kinds (kind);
  INSERT INTO views (id, workspace_id, name, name_key, filter, created_at, updated_at)
  SELECT gen_random_uuid(), id, left(md5(filter), 20), left(md5(filter), 20), filter, now(), now()
  FROM workspaces, unnest(ARRAY['status=open&snoozed=false', 'hasEmail=true', 'order=waiting', 'status=closed&language=de']) filter;
  INSERT INTO views (id, workspace_id, site_id, name, name_key, filter, created_at, updated_at)
  SELECT DISTINCT ON (workspace_id) gen_random_uuid(), workspace_id, id, 'Site', 'site', 'siteId=' || id, now(), now() FROM sites;
  INSERT INTO telegram_codes (code_hash, user_id, workspace_id, expires_at)
  SELECT uuid_send(id), owner_id, id, now() + row_number() OVER () * interval '1 minute' FROM workspaces;
  INSERT INTO telegram_messages (channel_id, message_id, conversation_id, created_at)
  SELECT n.channel_id, row_number() OVER (), n.conversation_id, n.created_at FROM notifications n;
  INSERT INTO activity (id, workspace_id, at, actor_id, via, action, conversation_id)
  SELECT gen_random_uuid(), c.workspace_id, now(), w.owner_id, 'session', 'conversation.closed', c.id
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id;
  INSERT INTO notes (id, conversation_id, workspace_id, site_id, seq, author_id, body, created_at)
  SELECT gen_random_uuid(), c.id, c.workspace_id, c.site_id, 1, w.owner_id, 'More', now() - row_number() OVER () * interval '1 minute'
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id;
  INSERT INTO scheduled_replies (
    id, workspace_id, site_id, conversation_id, user_id, key, reply, seen_seq, seen_note, visitor_seq, state, reason, send_at, try_at,
    created_at, updated_at
  )
  SELECT gen_random_uuid(), c.workspace_id, c.site_id, c.id, w.owner_id, c.id::text, '{"message": "More"}', 1, 0, 1, state,
    CASE WHEN state = 'stopped' THEN 'visitor' END, due, due, now(), now() - row_number() OVER () * interval '1 second'
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id
    CROSS JOIN LATERAL (
      SELECT now() + interval '1 day' + random() * interval '30 days' AS due,
        (ARRAY['scheduled', 'stopped', 'undone'])[1 + abs(hashtext(c.id::text)) % 3] AS state
    ) s;
  INSERT INTO reads (user_id, conversation_id, read_seq, is_marked, updated_at)
  SELECT w.owner_id, c.id, 1, hashtext(c.id::text) % 50 = 0, now() - row_number() OVER () * interval '1 minute'
  FROM conversations c JOIN workspaces w ON w.id = c.workspace_id;
  INSERT INTO email_alerts (user_id, conversation_id) SELECT user_id, conversation_id FROM reads;
  INSERT INTO second_factors (user_id, secret, confirmed_at, created_at)
  SELECT id, 'none', now(), now() FROM users WHERE email <> 'owner@example.com';
  INSERT INTO invitations (
    id, workspace_id, email, email_key, role, link_id, link_hash, mail_hash, invited_by, created_at, expires_at
  )
  SELECT gen_random_uuid(), id, 'more@example.com', 'more', 'agent', id, uuid_send(id), uuid_send(id), owner_id, now(),
    now() + row_number() OVER () * interval '1 minute'
  FROM workspaces;
  INSERT INTO ownership_offers
  SELECT id, owner_id, owner_id, true, now(), now() + row_number() OVER () * interval '1 minute' FROM workspaces;
  INSERT INTO login_challenges (token_hash, user_id, stands_for, expires_at)
  SELECT uuid_send(id), id, 'none', now() + row_number() OVER () * interval '1 minute' FROM users;
  INSERT INTO oidc_identities (issuer, subject, user_id, created_at)
  SELECT 'https://issuer.example/', id::text, id, now() FROM users;
  INSERT INTO oidc_returns (state_hash, expires_at)
  SELECT uuid_send(id), now() + row_number() OVER () * interval '1 minute' FROM users;
  INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, transports, host, name, created_at)
  SELECT id, id, uuid_send(id), 'none', 0, '{}', 'localhost', 'Laptop', now() FROM users;
  INSERT INTO passkey_challenges (challenge_hash, has_second_factor, expires_at)
  SELECT uuid_send(id), false, now() + row_number() OVER () * interval '1 minute' FROM users;
  INSERT INTO stored_files (hash, storage_key, size, media_type)
  SELECT id::text, id::text, 1, 'image/png' FROM messages WHERE seq = 1;
  INSERT INTO files (id, workspace_id, site_id, visitor_id, message_id, position, hash, name, size, created_at)
  SELECT gen_random_uuid(), c.workspace_id, c.site_id, c.visitor_id, m.id, 0, m.id::text, 'more.png', 1, m.created_at
  FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.seq = 1;
  UPDATE messages SET file_count = 1 WHERE seq = 1;
  UPDATE sites SET retention_days = 30 WHERE hashtext(id::text) % 50 = 0;
  VACUUM ANALYZE`;

/** Makes a database that's large enough for its own statistics to decide how statements run. */
export async function openLargeDatabase(): Promise<LargeDatabase> {
  const database = await scratchDatabase();
  const owners = [{ email: "owner@example.com", sites: 2, conversations: 6_000 }];
  const dataSet = { conversations: 14_000, messagesPerConversation: 4, owners, conversationsPerOther: 20 };
  const [owner] = await makeDataSet(database.url, dataSet);
  if (!owner) throw new Error("the data set has no owner");
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const statement of MORE_ROWS.split(";")) await client.query(statement);
  provideSettings({ DATABASE_URL: database.url });
  const drop = async () => {
    await closeLiveUpdates();
    await closeDb();
    await client.end();
    await database.drop();
  };
  return { client, owner, drop };
}

import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { ownerOfApiKey } from "#gate/api-key.ts";
import { ownerOfToken } from "#gate/owner-gate.ts";
import { mintOwnerScope, mintVisitorScope } from "#lib/access/scopes.ts";
import { newApiKey } from "#lib/api-keys/key.ts";
import { blockVisitor } from "#lib/blocking/commands.ts";
import { isAccepted, needsProof } from "#lib/blocking/queries.ts";
import { EXPIRED_ROWS } from "#lib/cleanup/expired-rows.system.ts";
import { deleteExpiredConversations } from "#lib/cleanup/retention.system.ts";
import {
  deleteConversation,
  markRead,
  publishTyping,
  startConversation,
  updateConversation,
} from "#lib/conversations/commands.ts";
import {
  findReturnedVisitor,
  getConversation,
  getReadPositions,
  listVisitorConversations,
} from "#lib/conversations/queries.ts";
import { ListConversationsQuery } from "#lib/conversations/schema.ts";
import { exportSite, exportVisitor } from "#lib/exports/queries.ts";
import { countUnread, listConversations } from "#lib/inbox/queries.ts";
import {
  conversationsForOwners,
  conversationsForVisitors,
  findActiveIds,
  findArrivals,
  findChangedConversations,
  findDeletions,
} from "#lib/live-updates/change-queries.system.ts";
import { closeLiveUpdates } from "#lib/live-updates/live-updates.ts";
import { sendReply, sendVisitorMessage } from "#lib/messages/commands.ts";
import {
  findMessageByKey,
  findOtherOpenConversation,
  findStartRefusal,
  hasConversation,
  listMessages,
} from "#lib/messages/queries.ts";
import { findMessages } from "#lib/messages/ranges.system.ts";
import { ListMessagesQuery } from "#lib/messages/schema.ts";
import { openSession } from "#lib/sessions/sessions.system.ts";
import { listSites } from "#lib/sites/queries.ts";
import { findSiteByPublicKey, findSiteForCaller } from "#lib/sites/site-by-key.system.ts";
import { refuseUnknownVisitor } from "#lib/visitors/refuse-unknown.ts";
import { verifiedVisitorId } from "#lib/visitors/verified-visitor.system.ts";
import { sealText } from "#platform/crypto/sealed-text.ts";
import { closeDb } from "#platform/database/database.ts";
import { type MadeOwner, makeDataSet } from "../../bench/data-set.ts";
import { type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { costOfPlan, faultsOfPlan } from "../support/query-plan.ts";
import { recordStatements } from "../support/recorded-statements.ts";

/*
 * How the database runs what is asked often, on tables large enough for its own statistics to decide. The statements are those
 * that the code really sends.
 */

let database: ScratchDatabase;
let client: Client;
let owner: MadeOwner;
let sessionId: string;

// Large enough in every table that reading all of it would show.
const MORE_ROWS = `
  INSERT INTO users SELECT gen_random_uuid(), n::text, n::text, NULL, 'none', now(), now() FROM generate_series(1, 5000) n;
  INSERT INTO workspaces SELECT gen_random_uuid(), id, now() FROM users ON CONFLICT DO NOTHING;
  INSERT INTO sites SELECT gen_random_uuid(), id, id::text, 'More', NULL, '#000000', 'Hello', now(), now() FROM workspaces;
  INSERT INTO sites SELECT gen_random_uuid(), w.id, n::text, 'More', NULL, '#000000', 'Hello', now(), now()
  FROM workspaces w JOIN users u ON u.id = w.owner_id, generate_series(5001, 5300) n WHERE u.email = 'owner@example.com';
  UPDATE conversations SET status = 'closed' WHERE hashtext(id::text) % 3 <> 0;
  INSERT INTO sessions SELECT gen_random_uuid(), id, now(), now() + interval '1 day' FROM users;
  INSERT INTO deletions SELECT gen_random_uuid(), id, NULL, now() - row_number() OVER () * interval '10 seconds'
  FROM workspaces;
  UPDATE visitors SET external_id = id::text, verified = true WHERE hashtext(id::text) % 4 = 0;
  INSERT INTO identity_secrets SELECT id, 'none', now() FROM sites;
  UPDATE conversations SET is_spam = true WHERE hashtext(id::text) % 20 = 0;
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
  SELECT gen_random_uuid(), id, workspace_id, site_id, id, 'message.created', '{}', now(),
    now() - row_number() OVER () * interval '5 minutes', now()
  FROM webhook_endpoints;
  INSERT INTO message_keys SELECT sender_id, id::text, id FROM messages WHERE seq <= 2;
  UPDATE sites SET retention_days = 30 WHERE hashtext(id::text) % 50 = 0;
  VACUUM ANALYZE`;

// One after another: each process that ran some of them would make the tables again.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  database = await scratchDatabase();
  const owners = [{ email: "owner@example.com", sites: 2, conversations: 6_000 }];
  const dataSet = { conversations: 14_000, messagesPerConversation: 4, owners, conversationsPerOther: 20 };
  owner = (await makeDataSet(database.url, dataSet))[0] as MadeOwner;
  client = new Client({ connectionString: database.url });
  await client.connect();
  for (const statement of MORE_ROWS.split(";")) await client.query(statement);
  provideSettings({ DATABASE_URL: database.url });
  sessionId = (await openSession(owner.userId, { device: null })).sessionId;
});

test.afterAll(async () => {
  await closeLiveUpdates();
  await closeDb();
  await client.end();
  await database.drop();
});

const ownerScope = () =>
  mintOwnerScope({
    access: "session",
    userId: owner.userId,
    ownerId: owner.userId,
    workspaceId: owner.workspaceId,
    sessionId,
    tokenEndsAt: new Date(),
  });

/** A conversation of the owner's, and its visitor. */
async function place(status: "open" | "closed" = "open", nth = 0) {
  const { conversations } = await listConversations(ownerScope(), ListConversationsQuery.parse({ status }));
  const row = conversations[nth];
  if (!row) throw new Error("the data set has no such conversation");
  const { rows } = await client.query("SELECT public_key FROM sites WHERE id = $1", [row.siteId]);
  const siteKey = String(rows[0].public_key);
  const { siteId, visitorId } = row;
  const visitor = mintVisitorScope({
    siteId,
    visitorId,
    siteKey,
    externalId: null,
    isVerified: false,
    tokenEndsAt: null,
  });
  return { id: row.id, row, visitor };
}

const IDENTITY_SECRET = "a secret of this site";

/** A site of the owner's that has a secret to prove its visitors with. */
async function vouchingSite() {
  const { visitor } = await place();
  const site = await findSiteByPublicKey(visitor.siteKey);
  if (!site) throw new Error("the data set has no such site");
  const sealed = sealText(IDENTITY_SECRET, site.id);
  await client.query("UPDATE identity_secrets SET secret = $2 WHERE site_id = $1", [site.id, sealed]);
  return site;
}

const details = { name: "Ada", email: "ada@example.com", pageUrl: null };
const list = (query: object) => listConversations(ownerScope(), ListConversationsQuery.parse(query));

async function listAndNextPage(query: object) {
  const { nextCursor } = await list(query);
  if (!nextCursor) throw new Error("the list has one page only");
  await list({ ...query, cursor: nextCursor });
}

const HOT: Record<string, () => Promise<unknown>> = {
  "a widget session": async () => {
    const { visitor } = await place();
    await findSiteByPublicKey(visitor.siteKey);
    await findReturnedVisitor(visitor);
  },
  "a verified visitor's session": async () => {
    const site = await vouchingSite();
    const hash = createHmac("sha256", IDENTITY_SECRET).update("customer-7").digest("hex");
    for (const _ of ["first", "second"]) await verifiedVisitorId(site, "customer-7", hash);
  },
  "a verified visitor's first message": async () => {
    const { visitor } = await place();
    await startConversation(mintVisitorScope({ ...visitor, isVerified: true }), { message: "Hello", ...details });
  },
  "a first message": async () => {
    const { visitor } = await place();
    const scope = mintVisitorScope({ ...visitor, visitorId: crypto.randomUUID() });
    await startConversation(scope, { message: "Hello", ...details }, { idempotencyKey: "key" });
  },
  "a first message that goes to the open conversation": async () => {
    const { visitor } = await place();
    await startConversation(visitor, { message: "Hello", ...details });
  },
  "a visitor's message": async () => {
    const { id, visitor } = await place("closed");
    await sendVisitorMessage(visitor, id, { message: "Hello", ...details }, { idempotencyKey: "another key" });
    await findMessageByKey(visitor, "another key");
  },
  "a reply": async () => {
    const { id } = await place();
    await sendReply(ownerScope(), id, "Hello", { idempotencyKey: "key" });
  },
  "a request with an API key": async () => {
    const { key, hash, hint } = newApiKey();
    await client.query("INSERT INTO api_keys VALUES (gen_random_uuid(), $1, 'Report', 'read', $2, $3, now())", [
      owner.userId,
      hash,
      hint,
    ]);
    await ownerOfApiKey(key, "read", null);
  },
  "who an owner is": async () => {
    const { token } = await openSession(owner.userId, { device: null });
    await ownerOfToken(token);
  },
  "the inbox": () => listAndNextPage({}),
  "the inbox by status": () => listAndNextPage({ status: "open" }),
  "the inbox by site": () => listAndNextPage({ siteId: owner.siteIds[0] }),
  "the inbox by site and status": () => listAndNextPage({ siteId: owner.siteIds[0], status: "open" }),
  "one conversation": async () => {
    const { id, visitor } = await place();
    await getConversation(ownerScope(), id);
    await getReadPositions(visitor, id);
    await findOtherOpenConversation(visitor, id);
    await hasConversation(visitor, id);
    await findStartRefusal(visitor);
    await publishTyping(ownerScope(), id);
  },
  "a change of a conversation": async () => {
    const { id, row, visitor } = await place();
    await markRead(ownerScope(), id, row.lastSeq - 1);
    await markRead(visitor, id, undefined);
    await updateConversation(ownerScope(), id, { status: "closed", unread: true });
  },
  "a conversation's end": async () => {
    const { id } = await place("closed", 1);
    await deleteConversation(ownerScope(), id);
  },
  "the spam": () => listAndNextPage({ spam: "true" }),
  "a blocked visitor": async () => {
    const { id, visitor } = await place();
    await blockVisitor(ownerScope(), id, { visitorBlocked: true, addressBlocked: true });
    await expect(refuseUnknownVisitor(visitor)).rejects.toThrow("not_accepted");
    const started = startConversation(visitor, { message: "Hello", ...details });
    await expect(started).rejects.toThrow("not_accepted");
    await blockVisitor(ownerScope(), id, { visitorBlocked: false, addressBlocked: false });
  },
  "messages from a known address": async () => {
    const { id, visitor } = await place("closed", 2);
    await findSiteForCaller(visitor.siteKey, "203.0.113.7");
    await startConversation(visitor, { message: "Hello", ...details }, { clientAddress: "203.0.113.7" });
    await sendVisitorMessage(visitor, id, { message: "Hello", ...details }, { clientAddress: "203.0.113.8" }).catch(
      () => undefined,
    );
    await isAccepted(visitor, "Hello", ["a hash"]);
    await needsProof(visitor);
  },
  "the unread total": () => countUnread(ownerScope()),
  "the sweep": async () => {
    await findDeletions(new Date(Date.now() - 15_000), 10_000);
    await findActiveIds(new Set([owner.siteIds[0] ?? "", owner.userId]));
    for (const leftover of EXPIRED_ROWS) await leftover.delete();
  },
  "the conversations of events": async () => {
    const { id } = await place();
    await conversationsForOwners([id]);
    await conversationsForVisitors([id]);
  },
};

// What is sorted here is what is returned, or bounded: a page of messages, one batch of events, one visitor's conversations, a site's spam.
const HOT_AND_SORTED: Record<string, () => Promise<unknown>> = {
  "the sites": () => listSites(ownerScope()),
  "visitors whose streams are being opened": async () => {
    const places = await Promise.all([place(), place(), place()]);
    const arriving = places.map(({ visitor: { visitorId, siteId } }) => ({ visitorId, siteId }));
    await findArrivals(arriving, 4);
  },
  "a conversation's history": async () => {
    const { id, visitor } = await place();
    for (const query of [{}, { after: "1" }, { before: "3" }]) {
      await listMessages(ownerScope(), id, ListMessagesQuery.parse(query));
      await listMessages(visitor, id, ListMessagesQuery.parse(query));
    }
  },
  "an export": async () => {
    for (const siteId of owner.siteIds.slice(0, 1)) {
      const { batches } = await exportSite(ownerScope(), siteId);
      for (let page = 0; page < 20; page += 1) await batches.next();
    }
    const { batches } = await exportVisitor(ownerScope(), (await place()).row.visitorId);
    for await (const _ of batches);
  },
  "what is past its site's time": deleteExpiredConversations,
  "a visitor's conversations": async () => {
    const { visitor } = await place();
    await listVisitorConversations(visitor);
  },
  "the spam of a site": () => listAndNextPage({ siteId: owner.siteIds[0], spam: "true" }),
  "what changed lately": async () => {
    const since = new Date(Date.now() - 15_000);
    await findChangedConversations(since, 10_000);
    await findChangedConversations(since, 10_000, new Set([owner.workspaceId]));
  },
  "the messages of events": async () => {
    const { id } = await place();
    await findMessages([{ conversationId: id, after: 0, upTo: 2 }]);
  },
  "a search for common words": () => listAndNextPage({ q: "the order" }),
  "a search for rare words": () => list({ q: "quite unheard-of" }),
  "a search for one letter": () => list({ q: "\u00fe", status: "open", siteId: owner.siteIds[0] }),
};

async function faultsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordStatements(work);
  expect(statements).not.toEqual([]);
  const faults: string[] = [];
  for (const statement of statements) {
    for (const fault of await faultsOfPlan(client, statement)) faults.push(`${fault}: ${statement.text}`);
  }
  return faults;
}

for (const [name, work] of Object.entries(HOT)) {
  test(`${name} is found by an index, in its order, so that it costs the same in a large database`, async () => {
    expect(await faultsOf(work)).toEqual([]);
  });
}

for (const [name, work] of Object.entries(HOT_AND_SORTED)) {
  test(`${name} is found by an index, and only what was found is sorted`, async () => {
    expect((await faultsOf(work)).filter((fault) => !fault.startsWith("sorts"))).toEqual([]);
  });
}

const NEEDED: [index: string, by: string][] = [
  ["conversations_workspace_id_last_message_period_idx", "the inbox"],
  ["conversations_workspace_id_status_last_message_period_idx", "the inbox by status"],
  ["conversations_site_id_last_message_period_idx", "the inbox by site"],
  ["conversations_site_id_status_last_message_period_idx", "the inbox by site and status"],
  ["conversations_visitor_id_idx", "a visitor's conversations"],
  ["conversations_is_unread_workspace_id_idx", "the unread total"],
  ["conversations_updated_at_ranges_idx", "what changed lately"],
  ["conversations_spam_workspace_id_last_message_period_idx", "the spam"],
  ["conversations_spam_site_id_last_message_period_idx", "the spam of a site"],
  ["blocked_addresses_site_id_address_hash_key", "messages from a known address"],
  ["visitors_address_at_idx", "the sweep"],
  ["deletions_deleted_at_idx", "the sweep"],
  ["messages_conversation_id_seq_key", "a conversation's history"],
  ["messages_search_idx", "a search for rare words"],
  ["visitors_search_idx", "a search for rare words"],
  ["visitors_id_idx", "the inbox"],
  ["sites_workspace_id_created_at_id_idx", "the sites"],
  ["sites_retention_idx", "what is past its site's time"],
  ["visitors_site_id_id_idx", "an export"],
];

for (const [index, by] of NEEDED) {
  test(`without ${index} it would take longer to find ${by}, so that none is kept that nothing needs`, async () => {
    const work = HOT[by] ?? HOT_AND_SORTED[by];
    if (!work) throw new Error(`there is no statement called ${by}`);
    const statements = await recordStatements(work);
    const costs = () => Promise.all(statements.map((statement) => costOfPlan(client, statement)));
    await client.query("BEGIN");
    try {
      const before = await costs();
      await client.query(`DROP INDEX ${index}`);
      const after = await costs();
      expect(Math.max(...after.map((cost, at) => cost / (before[at] ?? cost)))).toBeGreaterThan(1);
    } finally {
      await client.query("ROLLBACK");
    }
  });
}

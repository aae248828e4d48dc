import { expect, test } from "@playwright/test";
import { askNothing, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { newOwnerWithSite, openWidget, PASSWORD, start } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { sql } from "../support/stored-rows.ts";

type Root = "visitor" | "site" | "account";

/**
 * With what each table's rows are erased. What's of a conversation or a visitor goes with the visitor. "kept" says why
 * nothing erases them: they outlive what they're about, and expire.
 */
const TABLES: Record<string, Root | { kept: string }> = {
  users: "account",
  sessions: "account",
  api_keys: "account",
  workspaces: "account",
  members: "account",
  invitations: "account",
  ownership_offers: "account",
  activity: "account",
  second_factors: "account",
  recovery_codes: "account",
  login_challenges: "account",
  oidc_identities: "account",
  passkeys: "account",
  passkey_challenges: "account",
  alert_mutes: "site",
  channels: "account",
  telegram_codes: "account",
  sites: "site",
  identity_secrets: "site",
  site_hours: "site",
  greetings: "site",
  site_words: "site",
  blocked_addresses: "site",
  webhook_endpoints: "site",
  webhook_deliveries: "site",
  webhook_attempts: "site",
  labels: "account",
  saved_replies: "account",
  views: "account",
  visitors: "visitor",
  conversations: "visitor",
  conversation_events: "visitor",
  conversation_labels: "visitor",
  conversation_visits: "visitor",
  ratings: "visitor",
  answers: "visitor",
  messages: "visitor",
  message_keys: "visitor",
  files: "visitor",
  notes: "visitor",
  reads: "visitor",
  email_alerts: "visitor",
  mails: "visitor",
  alerts: "visitor",
  notifications: "visitor",
  telegram_messages: "visitor",
  one_time_links: "visitor",
  reply_addresses: "visitor",
  received_mails: "visitor",
  message_mails: "visitor",
  deletions: { kept: "ids of what was deleted, so that streams and tokens end" },
  stored_files: { kept: "what files contain, until no file names it" },
  removed_objects: { kept: "keys of objects that the storage is about to delete" },
  presences: { kept: "who has which conversation in view, for seconds" },
  secret_fingerprint: { kept: "the service's" },
  push_keys: { kept: "the service's" },
  backups: { kept: "what came of the service's backups" },
  status_checks: { kept: "what the service found out about itself" },
  status_samples: { kept: "sizes of the service's disks and database" },
  status_counts: { kept: "counts of what requests met, for two days" },
  first_account: { kept: "a random id, so that no later account becomes the operator's" },
  telegram_bots: { kept: "the service's" },
  inbound_mailboxes: { kept: "the service's" },
  limit_counts: { kept: "counts of requests, for minutes" },
  account_mail_counts: { kept: "keyed hashes of recipients, so that a new account isn't a new limit" },
  oidc_returns: { kept: "hashes of random states, for minutes" },
  _prisma_migrations: { kept: "nobody's data" },
};

// Deleting a row deletes these tables' rows with it, directly or by way of others.
const ERASED_WITH = `
  WITH RECURSIVE erased AS (
    SELECT unnest($1::text[]) AS name
    UNION
    SELECT conrelid::regclass::text FROM pg_constraint JOIN erased ON confrelid::regclass::text = erased.name
    WHERE contype = 'f' AND confdeltype = 'c'
  )
  SELECT name FROM erased`;
const ROOTS: Record<Root, string[]> = { visitor: ["visitors", "conversations"], site: ["sites"], account: ["users"] };

test("every table's rows are erased with a visitor, a site or an account, or are kept for a reason", async () => {
  const tables = await sql(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(Object.keys(TABLES)));
  for (const [root, names] of Object.entries(ROOTS)) {
    const erased = new Set((await sql(ERASED_WITH, [names])).map(({ name }) => name));
    const claimed = Object.entries(TABLES).filter(([, how]) => how === root || (how === "visitor" && root === "site"));
    expect(
      claimed.map(([name]) => name).filter((name) => !erased.has(name)),
      root,
    ).toEqual([]);
  }
});

const MARKS = {
  label: "label-7f3a",
  url: "https://shop.example/visited-7f3b",
  reply: "saved-7f3c",
  page: "first-7f3d",
  comment: "comment-7f3f",
  answer: "answer-7f40",
  phone: "+49 30 7040",
};

/** A conversation with a label and visits, in a workspace with a saved reply. */
async function newDesk() {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello", { pageUrl: `https://shop.example/${MARKS.page}` });
  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const label = { workspace_id: workspace?.id, name: MARKS.label, name_key: MARKS.label, color: "red" };
  const [made] = await insertRows(sql, "labels", [label]);
  await sql("UPDATE conversations SET has_labels = true, is_starred = true, rating = 4 WHERE id = $1", [
    conversationId,
  ]);
  await insertRows(sql, "conversation_labels", [{ conversation_id: conversationId, label_id: made?.id }]);
  await insertRows(sql, "ratings", [
    { conversation_id: conversationId, close_seq: 1, score: 4, comment: MARKS.comment },
  ]);
  const answer = { conversation_id: conversationId, question: "order", label: "Order number", value: MARKS.answer };
  await insertRows(sql, "answers", [answer]);
  await sql("UPDATE visitors SET phone = $2, has_answers = true WHERE id = $1", [visitor.visitorId, MARKS.phone]);
  const pages = [{ url: MARKS.url, at: new Date().toISOString() }];
  await insertRows(sql, "conversation_visits", [
    { conversation_id: conversationId, site_id: site.id, browser: "Firefox", language: "nb", pages },
  ]);
  const reply = { workspace_id: workspace?.id, name: "Hello", name_key: "hello", body: MARKS.reply };
  await insertRows(sql, "saved_replies", [reply]);
  await insertRows(sql, "saved_replies", [{ ...reply, user_id: owner.user.id }]);
  const view = { workspace_id: workspace?.id, name: MARKS.reply, name_key: "hello", filter: `page=${MARKS.page}` };
  await insertRows(sql, "views", [view]);
  await insertRows(sql, "views", [{ ...view, user_id: owner.user.id }]);
  await insertRows(sql, "views", [{ ...view, site_id: site.id }]);
  await sql("UPDATE sites SET collects_details = true, tag_seen_host = 'host-7f3e.example' WHERE id = $1", [site.id]);
  return { owner, site, visitor, conversationId };
}

const traces = async () => {
  const { limit_counts: _, ...rows } = await rowsContaining([...Object.values(MARKS), "host-7f3e"]);
  return rows;
};

test("exports contain labels and visitor details, and erasing a visitor, a site and an account leaves none", async () => {
  const { owner, site, visitor, conversationId } = await newDesk();
  const download = async (path: string) => (await send("GET", path, { token: owner.token })).text;
  const exported = JSON.parse(await download(`/sites/${site.id}/export`));
  expect(exported.labels).toEqual([{ name: MARKS.label, color: "red" }]);
  expect(exported.visitors[0].conversations[0]).toMatchObject({
    id: conversationId,
    waitingSince: expect.any(String),
    firstPageUrl: `https://shop.example/${MARKS.page}`,
    starred: true,
    labels: [MARKS.label],
    ratings: [{ close: 1, score: 4, comment: MARKS.comment, via: "widget" }],
    answers: [{ question: "order", label: "Order number", value: MARKS.answer, at: expect.any(String) }],
    details: { browser: "Firefox", language: "nb", pages: [{ url: MARKS.url }] },
  });
  const [head = [], line = []] = parseCsv(await download(`/visitors/${visitor.visitorId}/export?format=csv`));
  expect(Object.fromEntries(head.map((name, at) => [name, line[at]]))).toMatchObject({
    body: "Hello",
    labels: MARKS.label,
    browser: "Firefox",
    system: "",
    pages: MARKS.url,
    ratings: "4",
    ratingComments: MARKS.comment,
    ratedVia: "widget",
    // A cell that begins with a sign could become a formula.
    visitorPhone: `'${MARKS.phone}`,
    answers: `Order number: ${MARKS.answer}`,
  });
  expect(exported.visitors[0].phone).toBe(MARKS.phone);
  await sql("UPDATE sites SET collects_details = false WHERE id = $1", [site.id]);
  expect(await download(`/sites/${site.id}/export`)).not.toContain(MARKS.url);

  const kept = { labels: 1, saved_replies: 2, sites: 1, views: 3 };
  expect(await traces()).toEqual({
    ...kept,
    conversations: 1,
    conversation_visits: 1,
    ratings: 1,
    answers: 1,
    visitors: 1,
  });
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  expect(await traces()).toEqual(kept);
  expect(await sql("SELECT 1 FROM conversation_labels WHERE conversation_id = $1", [conversationId])).toEqual([]);
  await askNothing("DELETE", `/sites/${site.id}`, { token: owner.token });
  expect(await traces()).toEqual({ labels: 1, saved_replies: 2, views: 2 });
  await askNothing("DELETE", "/account", { token: owner.token, body: { currentPassword: PASSWORD } });
  await expect.poll(traces).toEqual({});
});

import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { provideEnv, readSettings } from "#platform/env.ts";
const url = "postgresql://postgres@127.0.0.1:54991/postgres";
const client = new pg.Client({ connectionString: url });
await client.connect();
const has = await client.query("SELECT to_regclass('public.messages') AS t");
if (!has.rows[0].t) for (const name of readdirSync("prisma/migrations").sort()) {
  if (!/^\d/.test(name)) continue;
  const sql = readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");
  try { await client.query(sql); } catch (e) {
    // several statements that can't be in one transaction
    for (const one of sql.split(/;\s*\n/)) if (one.replace(/--.*$/gm, "").trim()) await client.query(one).catch((err) => console.log(name, err.message));
  }
}
console.log("migrated");
provideEnv(readSettings({ LOG_LEVEL: "silent", DATA_DIR: "/tmp/int_pg_d", DATABASE_URL: url, AUTH_SECRET: "x".repeat(40), SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@b.example", INBOUND_ADDRESS: "inbox@in.example", INBOUND_SECRET: "y".repeat(40), LIMIT_INBOUND: "5" }));
const r = await import("#lib/notify/mail-in/received.system.ts");
const m = await import("#lib/desk/messages/mail-statements.ts");
const a = await import("#lib/outbox/reply-addresses/addresses.system.ts");
const t = await import("#lib/notify/mail/queries/thread.system.ts");
const v = await import("#lib/notify/mail/queries/visitor-reply.system.ts");
const id = "00000000-0000-4000-8000-000000000001";
const job = { queue: "inbound" as const, rowId: id, jobId: id };
await client.query("SET session_replication_role = replica; DELETE FROM received_mails; DELETE FROM message_mails; DELETE FROM conversations; DELETE FROM reply_addresses; DELETE FROM messages; DELETE FROM message_keys");
const cols = (await client.query("SELECT column_name, data_type FROM information_schema.columns WHERE table_name='conversations' AND is_nullable='NO' AND column_default IS NULL")).rows;
const fill = (type: string) => type === "uuid" ? id : type.startsWith("timestamp") ? new Date() : type === "integer" ? 1 : type === "boolean" ? false : "open";
await client.query(`INSERT INTO conversations (${cols.map((c) => c.column_name)}) VALUES (${cols.map((_, i) => `$${i + 1}`)})`, cols.map((c) => fill(c.data_type)));
const row = (n: string, status: string, extra = "") => client.query(`INSERT INTO received_mails (id, job_id, status, due_at, place_hash, envelope, size, raw_until, conversation_id, from_address, created_at, updated_at) VALUES ($1::uuid, $1::uuid, $2, now() ${extra}, sha256(($1::uuid)::text::bytea), '{"to":["x"]}', 1, now() + interval '9 days', $3::uuid, 'a@b', now(), now() - interval '10 minutes')`, [n, status, status === "pending" && !extra ? null : id]);
await row(id, "pending");
await r.noteConversation(job, id);
console.log((await client.query("SELECT conversation_id FROM received_mails")).rows);
console.log("free", await r.findFreeAt("a@b", id), await r.findFreeAt(null, id));
for (let i = 2; i <= 6; i++) await row(id.slice(0, -1) + i, "stored");
console.log("full", await r.findFreeAt("a@b", id), await r.findFreeAt(null, id), new Date());
for (let i = 2; i <= 8; i++) await row(id.slice(0, -2) + "1" + i, "pending", "+ interval '1 hour'");
console.log("spread", await r.findFreeAt(null, id));
await r.endReceived(job, { status: "refused", reason: "no_address", mayBeOurs: true });
console.log((await client.query("SELECT * FROM received_mails WHERE id = $1", [id])).rows);
await client.query("INSERT INTO message_mails (message_id, received_id, from_address, belief, rest, quoted, left_out) VALUES ($1, NULL, 'a@b', 'other', repeat('é', 20001), repeat('x', 20000), '[]')", [id]);
const mm = (await m.mailsOfMessages([id])).get(id);
console.log(mm && { ...mm, rest: mm.rest?.length, quoted: mm.quoted?.length });
for (const [email, seenFrom, seenSeq] of [["a@b", 2, 3], ["a@b", 3, 5], ["c@d", 4, 6]] as const) {
  console.log(await a.storeReplyAddress({ mailId: id, conversationId: id, email, seenFrom, seenSeq }));
  console.log((await client.query("SELECT seen_from, seen_seq, encode(email_hash,'hex') FROM reply_addresses")).rows);
}
const mcols = (await client.query("SELECT column_name, data_type FROM information_schema.columns WHERE table_name='messages' AND is_nullable='NO' AND column_default IS NULL")).rows;
for (let seq = 1; seq <= 6; seq++) await client.query(`INSERT INTO messages (${mcols.map((c) => c.column_name)}) VALUES (${mcols.map((_, i) => `$${i + 1}`)})`, mcols.map((c) => c.column_name === "id" ? id.slice(0, -1) + seq : c.column_name === "seq" ? seq : c.column_name === "sender_type" ? "owner" : c.column_name === "body" ? `m${seq}` : fill(c.data_type)));
const bodies = (rows: { body: string }[]) => rows.map(({ body }) => body).join();
console.log("c@d", bodies(await t.listEarlierReplies({ id, from: 6 }, { email: "c@d", isConfirmed: false })), "a@b", bodies(await t.listEarlierReplies({ id, from: 6 }, { email: "a@b", isConfirmed: false })), "confirmed", bodies(await t.listEarlierReplies({ id, from: 6 }, { email: "a@b", isConfirmed: true })), "team", bodies(await t.listEarlier({ id, from: 6 })));
await client.query("INSERT INTO message_keys (sender_id, key, message_id) VALUES ($1, 'mail:x', $1)", [id]);
console.log(await r.findEarlier({ visitorId: id }, { key: "mail:x", headerId: null, sentAt: null }), await v.claimUnseenReplies(id));
await r.giveUpReceived({ ...job, rowId: id.slice(0, -2) + "12", jobId: id.slice(0, -2) + "12" }, "x");
console.log((await client.query("SELECT status, envelope FROM received_mails WHERE status = 'failed'")).rows);
process.exit(0);

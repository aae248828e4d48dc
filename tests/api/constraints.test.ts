import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { columnOf, SITE_LOOKS, SITE_SETTINGS } from "#lib/sites/sites/fields.ts";
import { newConversation, newOwner, openWidget, reply, start } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { sql } from "../support/stored-rows.ts";

type Broken = [table: string, column: string, value: unknown];

/** A list of objects is stored as JSON. */
function listOf(count: number, { items }: z.core.JSONSchema.JSONSchema): string[] | string {
  const list = Array<string>(count).fill("x");
  return typeof items === "object" && "properties" in items ? JSON.stringify(list) : list;
}

/** Values of a schema's type that are just beyond what it accepts. */
function valuesBeyond(schema: z.core.JSONSchema.JSONSchema): unknown[] {
  const { anyOf = [], minimum, maximum, minLength, maxLength, maxItems } = schema;
  return [
    ...anyOf.flatMap(valuesBeyond),
    ...(schema.enum ? ["no such value"] : []),
    ...(typeof schema.const === "number" ? [schema.const + 1] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minLength === undefined ? [] : ["x".repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [listOf(maxItems + 1, schema)]),
  ];
}

// The limits of spec.md section 8 are constraints in the database too, or checked by its triggers.
test.describe("the tables reject what the API rejects", () => {
  const broken: Broken[] = [
    ...Object.entries({ ...SITE_SETTINGS, ...SITE_LOOKS }).flatMap(([name, { schema }]) =>
      valuesBeyond(z.toJSONSchema(schema, { io: "input" })).map((value): Broken => ["sites", columnOf(name), value]),
    ),
    ["users", "email", ""],
    ["users", "email", "e".repeat(161)],
    ["users", "name", "n".repeat(81)],
    ["users", "theme", "blue"],
    ["users", "list_density", "dense"],
    ["users", "after_closing", "leave"],
    ["users", "hold_seconds", 31],
    ["users", "alert_sound", "loud"],
    ["sessions", "device", ""],
    ["sessions", "device", "d".repeat(81)],
    ["sites", "accent_color", "#12345g"],
    ["sites", "accent_color", "#123456\n"],
    ["sites", "blocked_words", Array<string>(201).fill("word")],
    ["sites", "blocked_words", null],
    ["sites", "blocked_forms", null],
    ["sites", "reply_minutes", 0],
    ["sites", "reply_minutes", 1441],
    ["sites", "starter_questions", null],
    ["sites", "tag_seen_host", ""],
    ["sites", "tag_seen_host", "h".repeat(254)],
    ["visitors", "name", "n".repeat(81)],
    ["visitors", "email", ""],
    ["visitors", "email", "e".repeat(161)],
    ["visitors", "external_id", "v".repeat(201)],
    ["conversations", "status", "snoozed"],
    ["conversations", "page_url", "p".repeat(1001)],
    ["conversations", "owner_read_seq", 2],
    ["conversations", "visitor_read_seq", -1],
    ["conversations", "owner_unread_count", 2],
    ["conversations", "visitor_unread_count", 1],
    ["conversations", "last_message_preview", ""],
    ["messages", "body", ""],
    ["messages", "body", "b".repeat(4001)],
    ["messages", "sender_type", "robot"],
    ["messages", "seq", 0],
  ];
  // What is rejected changes nothing, so one row of each table is enough for all.
  let made: Promise<{ [table: string]: unknown }> | undefined;
  const makeRows = async () => {
    const { owner, site, visitor, id } = await newConversation();
    const [message] = await sql("SELECT id FROM messages WHERE conversation_id = $1", [id]);
    return {
      users: owner.user.id,
      sessions: claimsOf(owner.token).sid,
      sites: site.id,
      visitors: visitor.visitorId,
      conversations: id,
      messages: message?.id,
    };
  };
  for (const [table, column, value] of broken) {
    test(`${table}.${column} rejects ${JSON.stringify(value).slice(0, 16)} of ${String(value).length} characters`, async () => {
      made ??= makeRows();
      const { [table]: row } = await made;
      const change = sql(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [row, value]);
      await expect(change).rejects.toMatchObject({ code: "23514" });
    });
  }

  test("a new conversation or message is checked as a changed one is", async () => {
    const { id } = await newConversation();
    const copies = [
      `INSERT INTO conversations (id, workspace_id, site_id, visitor_id, status, owner_unread_count, last_message_at, last_message_preview, created_at, updated_at)
       SELECT $2, workspace_id, site_id, visitor_id, 'closed', 1, now(), 'x', now(), now() FROM conversations WHERE id = $1`,
      `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
       SELECT $2, id, workspace_id, 2, 'visitor', visitor_id, '', now() FROM conversations WHERE id = $1`,
    ];
    for (const text of copies) await expect(sql(text, [id, randomUUID()])).rejects.toMatchObject({ code: "23514" });
  });

  test("a length counts characters, not bytes, so 4000 emoji fit", async () => {
    const { id } = await newConversation();
    await sql("UPDATE messages SET body = $2 WHERE conversation_id = $1", [id, "😀".repeat(4000)]);
  });

  test("a visitor never has two open conversations", async () => {
    const { id } = await newConversation();
    const copy = sql(
      `INSERT INTO conversations (id, workspace_id, site_id, visitor_id, last_message_at, last_message_preview, created_at, updated_at)
       SELECT $2, workspace_id, site_id, visitor_id, now(), 'x', now(), now() FROM conversations WHERE id = $1`,
      [id, randomUUID()],
    );
    await expect(copy).rejects.toMatchObject({ code: "23505" });
  });

  test("a seq is unique in its conversation; an email, a key and a member are unique", async () => {
    const [{ site, owner, id }, other] = [await newConversation(), await newOwner()];
    const copies: [text: string, values: unknown[]][] = [
      [
        `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
         SELECT $2, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at FROM messages WHERE conversation_id = $1`,
        [id, randomUUID()],
      ],
      [
        "INSERT INTO members (workspace_id, user_id, role, created_at) SELECT id, owner_id, 'agent', $2 FROM workspaces WHERE owner_id = $1",
        [owner.user.id, new Date()],
      ],
      [
        "UPDATE users SET email_key = (SELECT email_key FROM users WHERE id = $1) WHERE id = $2",
        [owner.user.id, other.user.id],
      ],
      [
        "INSERT INTO sites SELECT $2, workspace_id, public_key, name, domain, accent_color, welcome_message, created_at, updated_at FROM sites WHERE id = $1",
        [site.id, randomUUID()],
      ],
    ];
    for (const [text, values] of copies) await expect(sql(text, values), text).rejects.toMatchObject({ code: "23505" });
  });

  test("an idempotency key belongs to one sender and one message, and is deleted with it", async () => {
    const { owner, visitor, id } = await newConversation();
    const second = await reply(owner, id, "Second");
    const [first] = await sql("SELECT id FROM messages WHERE conversation_id = $1 AND seq = 1", [id]);
    const claim = (sender: string, key: string, messageId: unknown) =>
      sql("INSERT INTO message_keys VALUES ($1, $2, $3)", [sender, key, messageId]);
    await expect(claim(visitor.visitorId, "k", randomUUID())).rejects.toMatchObject({ code: "23503" });
    await claim(visitor.visitorId, "k".repeat(255), first?.id);
    await expect(claim(visitor.visitorId, "k".repeat(255), second.id)).rejects.toMatchObject({ code: "23505" });
    await expect(claim(visitor.visitorId, "other", first?.id)).rejects.toMatchObject({ code: "23505" });
    await sql("DELETE FROM messages WHERE conversation_id = $1", [id]);
    expect(await sql("SELECT key FROM message_keys WHERE sender_id = $1", [visitor.visitorId])).toEqual([]);
  });

  test("deleting a user deletes all their rows, and leaves no orphan (G2)", async () => {
    const { owner, site, visitor, id } = await newConversation();
    const second = await openWidget(site);
    await start(second, "Hello");
    await sql("DELETE FROM users WHERE id = $1", [owner.user.id]);
    const left = await sql(
      `SELECT id FROM sites WHERE id = $1 UNION ALL SELECT id FROM visitors WHERE site_id = $1
       UNION ALL SELECT id FROM conversations WHERE id = $2 UNION ALL SELECT id FROM messages WHERE sender_id = $3
       UNION ALL SELECT id FROM sessions WHERE user_id = $4`,
      [site.id, id, visitor.visitorId, owner.user.id],
    );
    expect(left).toEqual([]);
  });
});

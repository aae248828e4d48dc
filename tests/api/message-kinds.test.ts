import { expect, test } from "@playwright/test";
import { KINDS, type MessageKind } from "#lib/desk/messages/kinds.ts";
import { send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { allMessages, conversation, inbox, newConversation, ownConversations, reply } from "../support/factories.ts";
import { insertRows, type Run } from "../support/insert-rows.ts";
import { MAIL, storeMessage } from "../support/stored-message.ts";
import { sql } from "../support/stored-rows.ts";

for (const kind of Object.keys(KINDS) as MessageKind[]) {
  test(`a message of kind ${kind} changes its conversation as lib/desk/messages/kinds.ts says`, async () => {
    await using database = await scratchDatabase();
    const run: Run = (text, values = []) => query(database.url, text, values);
    const [user] = await insertRows(run, "users", [{ email: "o@example.com" }]);
    const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
    const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
    const [visitor] = await insertRows(run, "visitors", [{ site_id: site?.id, email: "v@example.com" }]);
    const counts = { last_seq: 1, visitor_read_seq: 1, owner_unread_count: 1, last_message_at: new Date(0) };
    const [conversation] = await insertRows(run, "conversations", [{ visitor_id: visitor?.id, ...counts }]);
    await insertRows(run, "messages", [{ conversation_id: conversation?.id, seq: 1, sender_type: "visitor" }]);

    const message = await storeMessage(kind, String(conversation?.id), { run });
    const [after] = await run("SELECT * FROM conversations");
    const side = after?.owner_unread_count === 2 ? "visitor" : "owner";
    expect(after?.visitor_unread_count).toBe(side === "owner" ? 1 : 0);
    const isListed = after?.last_message_preview === "Next";
    expect(Number(after?.last_message_at) > 0).toBe(isListed);
    expect(after?.last_message_by).toBe(isListed ? kind : "visitor");
    expect(after?.automatic_seq).toBe(isListed ? null : 2);
    expect({
      side,
      movesReadPosition: after?.[`${side}_read_seq`] === 2,
      isListed,
      isReply: after?.first_reply_at !== null,
      endsWaiting: after?.waiting_since === null && after?.waiting_seq === null,
      alerts: after?.alert_id === message,
      emails: after?.visitor_mail_id === MAIL.id,
    }).toEqual(KINDS[kind]);
  });
}

test("an automatic message neither wakes a conversation nor ends its wait, and the first reply comes after it", async () => {
  const { id, owner } = await newConversation();
  const { waitingSince } = await conversation(owner, id);
  const snooze = "snoozed_at = clock_timestamp(), snoozed_until = NULL";
  await sql(`UPDATE conversations SET ${snooze} WHERE id = $1`, [id]);
  await storeMessage("automatic", id);
  expect(await conversation(owner, id)).toMatchObject({
    waitingSince,
    lastMessageBy: "visitor",
    snoozed: true,
  });

  await storeMessage("visitor", id);
  const woken = await conversation(owner, id);
  await storeMessage("automatic", id);
  expect(await conversation(owner, id)).toMatchObject({ waitingSince, wokenAt: woken.wokenAt });

  // Read from the messages, the wait is the same.
  for (const status of ["closed", "open"])
    await sql("UPDATE conversations SET status = $2 WHERE id = $1", [id, status]);
  expect(await conversation(owner, id)).toMatchObject({ waitingSince });
  const { createdAt } = await reply(owner, id, "Yes, it is.");
  expect(await conversation(owner, id)).toMatchObject({ firstReplyAt: createdAt, lastMessageBy: "owner" });
});

test("an automatic message is the site's for both sides, without a person's name, and unread for the visitor", async () => {
  const { id, owner, visitor } = await newConversation();
  await storeMessage("automatic", id, { body: "We're back at nine." });
  const message = (await allMessages(owner, id)).at(-1);
  expect(message).toMatchObject({ seq: 2, senderType: "owner", automatic: true, body: "We're back at nine." });
  expect(message).not.toHaveProperty("senderName");
  expect(await ownConversations(visitor)).toMatchObject([{ id, unreadCount: 1 }]);
  expect(await conversation(owner, id)).toMatchObject({ unreadCount: 1 });
});

test("search finds what people wrote, and no automatic message", async () => {
  const { id, owner } = await newConversation();
  await storeMessage("automatic", id, { body: "We're back on Wednesday." });
  expect(await inbox(owner, "?q=hello")).toMatchObject([{ id }]);
  expect(await inbox(owner, "?q=wednesday")).toEqual([]);
});

test("an export says which messages are automatic", async () => {
  const { id, owner, site } = await newConversation();
  await storeMessage("automatic", id);
  const csv = await send("GET", `/sites/${site.id}/export?format=csv`, { token: owner.token });
  const lines = parseCsv(csv.text);
  const column = lines[0]?.indexOf("automatic") ?? -1;
  expect(lines.map((line) => line[column])).toEqual(["automatic", "false", "true"]);
  const { text } = await send("GET", `/sites/${site.id}/export`, { token: owner.token });
  expect(JSON.parse(text).visitors[0].conversations[0].messages).toMatchObject([
    { seq: 1 },
    { seq: 2, senderType: "owner", automatic: true },
  ]);
});

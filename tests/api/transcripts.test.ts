import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { newOwnerWithSite, openWidget, reply, sendMessage, start, type Visitor } from "../support/factories.ts";
import { newGreeting } from "../support/greetings.ts";
import { insertRows } from "../support/insert-rows.ts";
import { addNote } from "../support/notes.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const path = (id: string, query = "") => `/public/conversations/${id}/transcript${query}`;

async function transcript({ token }: Visitor, id: string, query?: string): Promise<string> {
  const response = await send("GET", path(id, query), { token });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="conversation.txt"');
  // Versions of Node.js put different spaces before "PM".
  return response.text.replaceAll("\u202f", " ");
}

test("a visitor downloads their conversation as a text, with each message, its sender and time, and how to reply", async () => {
  const { owner, site } = await newOwnerWithSite({ name: "Corner shop" });
  const visitor = await openWidget(site);
  const page = "https://shop.example/blue?token=secret#part";
  const { conversationId: id } = await start(visitor, "Hello\n\nCorner shop, Jan 1", { name: "Grace", pageUrl: page });
  await reply(owner, id, "Hi");
  await sql("UPDATE messages SET created_at = '2026-07-01T12:30:05Z' WHERE conversation_id = $1", [id]);
  expect(await transcript(visitor, id)).toBe(`Corner shop
Times: UTC

Corner shop
  Hi! How can we help?

You, Jul 1, 2026, 12:30 PM
  Hello

  Corner shop, Jan 1

Corner shop, Jul 1, 2026, 12:30 PM
  Hi

To reply, open the chat on https://shop.example/blue.
`);
  const german = await transcript(visitor, id, "?language=de&timeZone=Europe/Berlin");
  expect(german).toContain(
    "Corner shop\nZeiten: Europe/Berlin\n\nCorner shop\n  Hi! How can we help?\n\nSie, 01.07.2026, 14:30\n",
  );
  expect(german).toContain("Zum Antworten öffnen Sie den Chat auf https://shop.example/blue.");
  // What a browser reports may be unknown here.
  expect(await transcript(visitor, id, "?language=__proto__&timeZone=Etc/Unknown")).toContain("Times: UTC\n");
});

test("a transcript has no note, no colleague's address, no internal name and no other conversation", async () => {
  const { owner, agent, workspaceId, sites } = await newTeam();
  const [site] = sites;
  if (!site) throw new Error("the team has sites");
  const canaries = {
    note: `note-${randomUUID()}`,
    internal: `Internal ${randomUUID()}`,
    shown: `Shown ${randomUUID()}`,
    other: `other-${randomUUID()}`,
  };
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await sql("UPDATE users SET name = $2 WHERE id = $1", [agent.user.id, canaries.internal]);
  await sql("UPDATE members SET visitor_name = $3 WHERE user_id = $1 AND workspace_id = $2", [
    agent.user.id,
    workspaceId,
    canaries.shown,
  ]);
  await addNote(owner, id, canaries.note);
  await reply(agent, id, "Hi");
  const someone = await openWidget(site);
  await start(someone, canaries.other);

  const named = async (replyName: string) => {
    await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { replyName } });
    return transcript(visitor, id);
  };
  const bySite = await named("site");
  const byPerson = await named("person");
  expect(bySite).toContain(`\n${site.name}, `);
  expect(bySite).not.toContain(canaries.shown);
  expect(byPerson).toContain(`\n${canaries.shown}, `);
  for (const text of [bySite, byPerson]) {
    expect(text).not.toContain(canaries.note);
    expect(text).not.toContain(canaries.internal);
    expect(text).not.toContain(canaries.other);
    expect(text).not.toMatch(/@example\.com/);
    expect(text).not.toContain(agent.user.id);
    expect(text).toMatch(/\nTo reply, open the chat on our website\.\n$/);
  }
});

test("a transcript says that an automatic message is one, and the site's", async () => {
  const { owner, site } = await newOwnerWithSite({ name: "Corner shop" });
  await sql("UPDATE users SET name = 'Ada' WHERE id = $1", [owner.user.id]);
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { replyName: "person" } });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await reply(owner, id, "Hi");
  const [conversation] = await sql("SELECT workspace_id FROM conversations WHERE id = $1", [id]);
  await sql("UPDATE conversations SET last_seq = 3 WHERE id = $1", [id]);
  await insertRows(sql, "messages", [
    {
      conversation_id: id,
      workspace_id: conversation?.workspace_id,
      seq: 3,
      sender_type: "automatic",
      sender_id: site.id,
      body: "We're away",
    },
  ]);
  const text = await transcript(visitor, id);
  expect(text).toMatch(/\nAda, .*\n {2}Hi\n/);
  expect(text).toMatch(/\nCorner shop, .* \(sent automatically\)\n {2}We're away\n/);
});

test("a long transcript is complete, and only the conversation's visitor gets one", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Number 1");
  for (let number = 2; number <= 12; number += 1) await sendMessage(visitor, id, `Number ${number}`);
  await sql(
    `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT gen_random_uuid(), conversation_id, workspace_id, n, sender_type, sender_id, 'Number ' || n, created_at
     FROM messages, generate_series(13, 230) n WHERE conversation_id = $1 AND seq = 1`,
    [id],
  );
  const text = await transcript(visitor, id);
  const numbers = [...text.matchAll(/Number (\d+)/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 230 }, (_, at) => at + 1));

  const other = await openWidget(site);
  await start(other, "Someone else");
  await refuse("not_found", "GET", path(id), { token: other.token });
  await refuse("unauthenticated", "GET", path(id), { token: owner.token });
  await refuse("unauthenticated", "GET", path(id));
});

test("a transcript begins with the welcome message in its language, or with the greeting that the visitor replied to", async () => {
  const { owner, site } = await newOwnerWithSite({ name: "Corner shop", welcomeMessage: "Welcome\nin" });
  const words = { token: owner.token, body: { welcomeMessage: "Willkommen" } };
  expect((await send("PUT", `/sites/${site.id}/words/de`, words)).status).toBe(200);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  expect(await transcript(visitor, id)).toContain("\n\nCorner shop\n  Welcome\n  in\n\nYou, ");
  expect(await transcript(visitor, id, "?language=de")).toContain("\n\nCorner shop\n  Willkommen\n\nSie, ");

  await newGreeting(owner, site, { name: "pricing", text: "Questions about our plans?" });
  const greeted = await openWidget(site);
  const { conversationId: other } = await start(greeted, "Yes", { greeting: "Questions about our plans?" });
  const text = await transcript(greeted, other);
  expect(text).toContain("\n\nCorner shop\n  Questions about our plans?\n\nYou, ");
  expect(text).not.toContain("Welcome");
});

import { expect, test } from "@playwright/test";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { makeDataSet } from "../../bench/data-set.ts";
import { query } from "../support/database.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";

// As for words that are common and hardly ever occur together.
const SLOW_INDEX = `
  ALTER FUNCTION search_query(uuid, text[]) RENAME TO quick_search_query;
  CREATE FUNCTION search_query(workspace uuid, words text[]) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
  BEGIN PERFORM pg_sleep(0.3); RETURN quick_search_query(workspace, words); END $$`;

test("while the index takes long, a search's first page has the newest matches, and the next one the others", {
  tag: "@all",
}, async () => {
  await using database = await openOwnDatabase();
  const owners = [{ email: "owner@example.com", sites: 1, conversations: 2_000 }];
  const [owner] = await makeDataSet(database.url, { conversations: 2_000, messagesPerConversation: 1, owners });
  const [ends] = await query<{ newest: string; oldest: string }>(
    database.url,
    `SELECT (array_agg(id ORDER BY last_message_at DESC))[1] AS newest, (array_agg(id ORDER BY last_message_at))[1] AS oldest
     FROM conversations`,
  );
  if (!owner || !ends) throw new Error("there's no owner or no conversation");
  const { newest, oldest } = ends;
  await query(
    database.url,
    `UPDATE messages SET body = 'A needle' WHERE conversation_id IN ('${newest}', '${oldest}')`,
  );
  const find = async (cursor?: string) => {
    const page = await listConversations(soloScope(owner), { q: "needle", limit: 50, ...(cursor && { cursor }) });
    return { ids: page.conversations.map(({ id }) => id), nextCursor: page.nextCursor };
  };

  await query(database.url, SLOW_INDEX);
  const first = await find();
  expect(first).toEqual({ ids: [newest], nextCursor: expect.any(String) });
  expect(await find(first.nextCursor ?? "")).toEqual({ ids: [oldest], nextCursor: null });
});

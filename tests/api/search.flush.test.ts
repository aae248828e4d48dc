import { expect, test } from "@playwright/test";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { flushSearchIndexes, nextPause } from "#lib/desk/search/flush-search-indexes.system.ts";
import { makeDataSet } from "../../bench/data-set.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";
import { startProcess } from "../support/start-process.ts";

test("a rare word is found in an old message before and after the search index is flushed", async () => {
  await using database = await openOwnDatabase();
  const owners = [{ email: "owner@example.com", sites: 1, conversations: 2_000 }];
  const [owner] = await makeDataSet(database.url, { conversations: 2_000, messagesPerConversation: 1, owners });
  if (!owner) throw new Error("there's no owner");
  const scope = soloScope(owner);
  const [oldest] = await query(
    database.url,
    `UPDATE messages SET body = 'A needle' WHERE conversation_id =
       (SELECT id FROM conversations ORDER BY last_message_at LIMIT 1) RETURNING conversation_id AS id`,
  );
  // The index has it within two pages; walking there takes more.
  const found = async () => {
    const first = await listConversations(scope, { q: "needle", limit: 50 });
    const { nextCursor: cursor } = first;
    const second = cursor === null ? null : await listConversations(scope, { q: "needle", limit: 50, cursor });
    return [...first.conversations, ...(second?.conversations ?? [])].map(({ id }) => id);
  };

  expect(await found()).toEqual([oldest?.id]);
  expect(await flushSearchIndexes()).toBeGreaterThan(0);
  expect(await found()).toEqual([oldest?.id]);
  expect(await flushSearchIndexes()).toBe(0);
});

test("a running service flushes the search index, with JOBS=off too", async () => {
  await using database = await scratchDatabase();
  await makeDataSet(database.url, { conversations: 10, messagesPerConversation: 1, owners: [] });
  await query(database.url, "CREATE EXTENSION pgstattuple");
  await query(database.url, "UPDATE messages SET body = 'A needle'");
  const pending = async () => {
    const [list] = await query(
      database.url,
      "SELECT pending_tuples > 0 AS pending FROM pgstatginindex('messages_search_idx')",
    );
    return list?.pending;
  };
  expect(await pending()).toBe(true);
  await using _service = await startProcess("flushing", { DATABASE_URL: database.url, JOBS: "off" });
  await expect.poll(pending, { timeout: 15_000 }).toBe(false);
});

test("the search indexes are flushed the sooner the more is stored, after 1 to 60 seconds", () => {
  expect(nextPause(10_000, 500)).toBe(10_000);
  expect(nextPause(10_000, 2_000)).toBe(2_500);
  expect(nextPause(10_000, 250)).toBe(20_000);
  expect(nextPause(10_000, 0)).toBe(60_000);
  expect(nextPause(1_000, 100_000)).toBe(1_000);
});

import { expect, test } from "@playwright/test";
import { closeDb, query, queryPrepared, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";
import { scratchDatabase } from "../../support/database.ts";
import { provideSettings } from "../../support/provide-settings.ts";

// One connection is in use at a time, and the pool gives out the one that was used last.
const prepared = () => query<{ name: string }>(Prisma.sql`SELECT name FROM pg_prepared_statements`);
const insert = (at: number) => Prisma.sql`INSERT INTO memos VALUES (${at}) RETURNING at`;
const memoAlone = (at: number) => queryPrepared<{ at: number }>(insert(at));
const memoInTransaction = (at: number) =>
  retryingConflicts(() => transaction((tx) => tx.queryPrepared<{ at: number }>(insert(at))));

for (const [where, memo] of Object.entries({ alone: memoAlone, "in a transaction": memoInTransaction })) {
  test(`a statement ${where} is planned once per connection, and runs unprepared behind a pooler that forgets plans`, async () => {
    await using database = await scratchDatabase();
    provideSettings({ DATABASE_URL: database.url });
    await query(Prisma.sql`CREATE TABLE memos (at int)`);

    expect(await memo(1)).toEqual([{ at: 1 }]);
    expect(await memo(2)).toEqual([{ at: 2 }]);
    expect(await prepared()).toHaveLength(1);

    await query(Prisma.sql`DEALLOCATE ALL`);
    expect(await memo(3)).toEqual([{ at: 3 }]);
    expect(await memo(4)).toEqual([{ at: 4 }]);
    expect(await prepared()).toEqual([]);
    expect(await query(Prisma.sql`SELECT at FROM memos ORDER BY at`)).toEqual([1, 2, 3, 4].map((at) => ({ at })));
    await closeDb();
  });
}

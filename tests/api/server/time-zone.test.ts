import { expect, test } from "@playwright/test";
import { closeDb, db, query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { scratchDatabase } from "../../support/database.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test("a time is the same through the driver and through Prisma, in any time zone of the server", async () => {
  await using database = await scratchDatabase();
  const name = new URL(database.url).pathname.slice(1);
  provideSettings({ DATABASE_URL: database.url });
  await query(Prisma.sql`${Prisma.raw(`ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`)}`);
  await closeDb();

  const moment = new Date("2026-03-29T01:30:00.123Z");
  await query(Prisma.sql`CREATE TABLE moments (way text, at timestamptz)`);
  await query(Prisma.sql`INSERT INTO moments VALUES ('driver', ${moment})`);
  await db().$executeRaw`INSERT INTO moments VALUES ('prisma', ${moment})`;
  const all = Prisma.sql`SELECT way, at FROM moments ORDER BY way`;
  const expected = [
    { way: "driver", at: moment },
    { way: "prisma", at: moment },
  ];
  expect(await query(all)).toEqual(expected);
  expect(await db().$queryRaw(all)).toEqual(expected);
  await closeDb();
});

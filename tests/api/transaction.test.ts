import { expect, test } from "@playwright/test";
import { closeDb, db, openConnections, query, type Transaction, transaction } from "#platform/database/database.ts";
import { isMissingParent, isUnavailable, isUniqueViolation } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";
import { query as queryAlone, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { provideSettings } from "../support/provide-settings.ts";

let database: ScratchDatabase;

test.beforeEach(async () => {
  database = await scratchDatabase("empty");
  provideSettings({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: "3" });
  await query(Prisma.sql`CREATE TABLE things (name text PRIMARY KEY)`);
});

test.afterEach(async () => {
  await closeDb();
  await database.drop();
});

const insert = (name: string) => Prisma.sql`INSERT INTO things VALUES (${name})`;
const stored = async () => (await query<{ name: string }>(Prisma.sql`SELECT name FROM things`)).map(({ name }) => name);

test("a transaction returns its callback's result, and keeps all of its statements", async () => {
  const found = await transaction(async (tx) => {
    await tx.query(insert("one"));
    return tx.query<{ name: string }>(Prisma.sql`SELECT name FROM things`);
  });
  expect(found).toEqual([{ name: "one" }]);
  expect(await stored()).toEqual(["one"]);
});

test("a transaction whose callback throws keeps nothing, and returns its connection", async () => {
  for (const name of ["one", "two", "three", "four"]) {
    const failed = transaction(async (tx) => {
      await tx.query(insert(name));
      throw new Error("changed its mind");
    });
    await expect(failed).rejects.toThrow("changed its mind");
  }
  expect(await stored()).toEqual([]);
  expect(openConnections()).toEqual({ used: 0, idle: 1, waiting: 0 });
});

test("what follows a commit runs once and in order, and finds the transaction's rows stored", async () => {
  const order: string[] = [];
  let found: Promise<string[]> | undefined;
  await transaction(async (tx) => {
    tx.afterCommit(() => order.push("first"));
    await tx.query(insert("one"));
    tx.afterCommit(() => {
      order.push("second");
      found = stored();
    });
    order.push("work");
  });
  expect(order).toEqual(["work", "first", "second"]);
  expect(await found).toEqual(["one"]);
});

test("nothing follows a transaction that throws, goes on after a failed statement, or can't be committed", async () => {
  await query(Prisma.sql`CREATE TABLE owned (name text REFERENCES things DEFERRABLE INITIALLY DEFERRED)`);
  const followed: string[] = [];
  const failing = (name: string, work: (tx: Transaction) => Promise<unknown>) =>
    transaction(async (tx) => {
      tx.afterCommit(() => followed.push(name));
      await work(tx);
    });
  const thrown = failing("thrown", () => Promise.reject(new Error("changed its mind")));
  await expect(thrown).rejects.toThrow("changed its mind");
  const broken = failing("broken", (tx) => tx.query(Prisma.sql`SELECT 1 / 0`).catch(() => undefined));
  await expect(broken).rejects.toThrow("a transaction went on after one of its statements had failed");
  const uncommitted = failing("uncommitted", (tx) => tx.query(Prisma.sql`INSERT INTO owned VALUES ('no thing')`));
  await expect(uncommitted).rejects.toThrow("violates foreign key constraint");
  expect(followed).toEqual([]);
});

test("in a transaction, Prisma's client and SQL see each other's rows, and neither keeps any if it throws", async () => {
  await query(Prisma.sql`CREATE TABLE oidc_returns (state_hash bytea PRIMARY KEY, expires_at timestamptz(3) NOT NULL)`);
  const [one, two] = [Buffer.from("one"), Buffer.from("two")];
  const expiresAt = new Date();
  const failed = transaction(async (tx) => {
    await tx.query(Prisma.sql`INSERT INTO oidc_returns VALUES (${one}, ${expiresAt})`);
    expect(await tx.oidcReturn.findMany()).toEqual([{ stateHash: new Uint8Array(one), expiresAt }]);
    await tx.oidcReturn.create({ data: { stateHash: two, expiresAt } });
    const bySql = Prisma.sql`SELECT convert_from(state_hash, 'UTF8') AS name FROM oidc_returns ORDER BY name`;
    expect(await tx.query(bySql)).toEqual([{ name: "one" }, { name: "two" }]);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  expect(await db().oidcReturn.count()).toBe(0);
});

test("a transaction fails with its statement's SQLSTATE, and keeps nothing", async () => {
  const failure = await transaction(async (tx) => {
    await tx.query(insert("one"));
    await tx.query(insert("one"));
  }).catch((error: unknown) => error);
  expect(isUniqueViolation(failure)).toBe(true);
  expect(await stored()).toEqual([]);
});

test("a transaction that goes on after a failed statement is an error, since PostgreSQL keeps nothing of it", async () => {
  const failed = transaction(async (tx) => {
    await tx.query(insert("one"));
    await tx.query(insert("one")).catch(() => undefined);
  });
  await expect(failed).rejects.toThrow("a transaction went on after one of its statements had failed");
  expect(await stored()).toEqual([]);
});

test("a transaction whose connection the server ends is an outage, and the next one gets another connection", async () => {
  const failure = await transaction(async (tx) => {
    const [self] = await tx.query<{ pid: number }>(Prisma.sql`SELECT pg_backend_pid() AS pid`);
    await queryAlone(database.url, "SELECT pg_terminate_backend($1)", [self?.pid]);
    await tx.query(insert("one"));
  }).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  await transaction((tx) => tx.query(insert("two")));
  expect(await stored()).toEqual(["two"]);
});

test("timeouts apply to one transaction only", async () => {
  const show = Prisma.sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`;
  const timeouts = { statementMs: 60_000, lockMs: 2_000 };
  expect(await transaction((tx) => tx.query(show), timeouts)).toEqual([{ statement: "1min", lock: "2s" }]);
  expect(await transaction((tx) => tx.query(show))).toEqual([{ statement: "5s", lock: "0" }]);
});

test("transactions that wait for a lock leave connections free", async () => {
  const waiting = await transaction(async (tx) => {
    await tx.query(Prisma.sql`LOCK TABLE things`);
    const others = ["one", "two", "three"].map((name) => transaction((other) => other.query(insert(name))));
    expect(await query(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    return { others };
  });
  await Promise.all(waiting.others);
  expect(await stored()).toHaveLength(3);
});

test("a statement that's sent while its transaction ends fails, instead of being kept alone", async () => {
  let late: Promise<unknown> | undefined;
  const failed = transaction(async (tx) => {
    late = tx.query(Prisma.sql`SELECT pg_sleep(0.3)`).then(() => tx.query(insert("late")));
    late.catch(() => undefined);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  await expect(late).rejects.toThrow("a statement was sent after its transaction had ended");
  expect(await stored()).toEqual([]);
});

test("a transaction that can't be committed fails with the SQLSTATE, and the next one works", async () => {
  await query(Prisma.sql`CREATE TABLE owned (name text REFERENCES things DEFERRABLE INITIALLY DEFERRED)`);
  const failure = await transaction((tx) => tx.query(Prisma.sql`INSERT INTO owned VALUES ('no thing')`)).catch(
    (error: unknown) => error,
  );
  expect(isMissingParent(failure)).toBe(true);
  expect(openConnections().used).toBe(0);
  await transaction((tx) => tx.query(insert("one")));
  expect(await stored()).toEqual(["one"]);
});

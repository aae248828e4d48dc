import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { sessionAt } from "#platform/database/session-settings.ts";
import { checkExternal } from "../../../server/database/external.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { query } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";

async function databaseWith(options: string) {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  await query(testEnvironment.databaseUrl, `CREATE DATABASE ${name} ${options}`);
  const url = new URL(testEnvironment.databaseUrl);
  url.pathname = `/${name}`;
  const drop = async () => {
    await query(testEnvironment.databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url: url.href, [Symbol.asyncDispose]: drop };
}

test("a database in UTF-8 is accepted", async () => {
  const warnings: string[] = [];
  await checkExternal(testEnvironment.databaseUrl, undefined, (line) => warnings.push(line));
  expect(warnings).toEqual([]);
});

test("a database that only knows the case of A to Z gets a warning, since search would miss other letters", async () => {
  await using database = await databaseWith("ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
  const warnings: string[] = [];
  await checkExternal(database.url, "to move to", (line) => warnings.push(line));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^The database to move to treats Ш and ш as different letters[^\n]+$/);
});

test("a database created as docs/operating/database-and-backup.md shows gets no warning", async () => {
  const [options] =
    /ENCODING 'UTF8' LOCALE [^;]+(?=;)/.exec(await readFile("docs/operating/database-and-backup.md", "utf8")) ?? [];
  await using database = await databaseWith(options ?? "");
  const warnings: string[] = [];
  await checkExternal(database.url, undefined, (line) => warnings.push(line));
  expect({ options, warnings }).toEqual({ options: expect.any(String), warnings: [] });
});

test("a database in another encoding is rejected, since its lengths would be in bytes", async () => {
  await using database = await databaseWith("ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
  await expect(checkExternal(database.url)).rejects.toThrow("has the encoding SQL_ASCII, but must have UTF8");
});

test("a missing password is reported if the server requires one", async () => {
  const url = new URL(testEnvironment.databaseUrl);
  url.password = "";
  await expect(checkExternal(url.href)).rejects.toThrow(
    /^the database of DATABASE_URL cannot be used: it requires a password: [^\n]*PGPASSWORD[^\n]*$/,
  );
});

test("an unreachable server is reported in one line (D3)", async () => {
  await expect(checkExternal("postgresql://localhost:1/none")).rejects.toThrow(
    /^the database of DATABASE_URL cannot be used: connect ECONNREFUSED [^\n]+$/,
  );
});

for (const isolation of ["serializable", "repeatable read"]) {
  test(`a database whose transactions are ${isolation} by default is migrated, and its sessions are read committed (B3)`, async () => {
    await using database = await databaseWith("ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0");
    const name = new URL(database.url).pathname.slice(1);
    await query(database.url, `ALTER DATABASE ${name} SET default_transaction_isolation = '${isolation}'`);
    await checkExternal(database.url);
    expect(await migrate(database.url)).not.toEqual([]);
    expect(await sessionSetting(database.url, "transaction_isolation")).toBe("read committed");
  });
}

test("options in the address apply, and the service's own settings with them", async () => {
  const url = `${testEnvironment.databaseUrl}&options=-c%20work_mem%3D8MB%20-c%20DateStyle%3DGerman`;
  const warnings: string[] = [];
  await checkExternal(url, undefined, (line) => warnings.push(line));
  expect(warnings).toEqual([]);
  expect(await sessionSetting(url, "work_mem")).toBe("8MB");
  expect(await sessionSetting(url, "DateStyle")).toMatch(/^ISO/);
  expect(await sessionSetting(url, "max_parallel_workers_per_gather")).toBe("0");
});

async function sessionSetting(url: string, name: string): Promise<unknown> {
  const client = new Client(sessionAt(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>("SELECT current_setting($1) AS value", [name]);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

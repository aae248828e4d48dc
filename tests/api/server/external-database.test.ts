import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { checkExternal } from "../../../server/database/external.ts";
import { query } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";

test("takes a database in UTF-8", async () => {
  await checkExternal(testEnvironment.databaseUrl);
});

test("refuses a database in another encoding, in which lengths would be bytes", async () => {
  const name = `ascii_${randomBytes(6).toString("hex")}`;
  await query(
    testEnvironment.databaseUrl,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`,
  );
  try {
    const url = new URL(testEnvironment.databaseUrl);
    url.pathname = `/${name}`;
    await expect(checkExternal(url.href)).rejects.toThrow("has the encoding SQL_ASCII: it must be UTF8");
  } finally {
    await query(testEnvironment.databaseUrl, `DROP DATABASE ${name}`);
  }
});

test("says in one line that a server cannot be reached", async () => {
  await expect(checkExternal("postgresql://localhost:1/none")).rejects.toThrow(
    /^the database of DATABASE_URL cannot be used: connect ECONNREFUSED [^\n]+$/,
  );
});

import { createServer } from "node:net";
import { expect, test } from "@playwright/test";
import { DatabaseError, Pool } from "pg";
import {
  isMissingParent,
  isUnavailable,
  isUniqueViolation,
  retryingConflicts,
  sqlState,
} from "#platform/database/database-failure.ts";
import { provideSettings } from "../../support/provide-settings.ts";

function databaseError(code: string, severity = "ERROR"): DatabaseError {
  const error = new DatabaseError("words of the server", 0, "error");
  return Object.assign(error, { code, severity });
}

async function failureOf(connectionString: string, connectionTimeoutMillis: number): Promise<unknown> {
  const pool = new Pool({ connectionString, connectionTimeoutMillis });
  const failure = await pool.query("SELECT 1").catch((error: unknown) => error);
  await pool.end();
  return failure;
}

test("an error is recognized by its SQLSTATE, whether the driver or Prisma throws it", () => {
  expect(sqlState(databaseError("22P02"))).toBe("22P02");
  expect(isUniqueViolation(databaseError("23505"))).toBe(true);
  expect(isMissingParent(databaseError("23503"))).toBe(true);
  expect(isUnavailable(databaseError("23505"))).toBe(false);
});

for (const code of ["57P03", "57014", "53300", "08006", "25006", "55P03"]) {
  test(`${code} is an outage, not the request's fault`, () => {
    expect(isUnavailable(databaseError(code))).toBe(true);
  });
}

test("an error that ends the whole session is an outage", () => {
  expect(isUnavailable(databaseError("3D000", "FATAL"))).toBe(true);
});

test("a closed port is an outage, by an address or by a name with two", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await new Promise((resolve) => server.close(resolve));
  expect(isUnavailable(await failureOf(`postgresql://127.0.0.1:${port}/none`, 2_000))).toBe(true);
  expect(isUnavailable(await failureOf(`postgresql://localhost:${port}/none`, 2_000))).toBe(true);
});

test("a server that never responds, or hangs up, is an outage", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  const rude = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await Promise.all([silent, rude].map((server) => new Promise((resolve) => server.once("listening", resolve))));
  for (const server of [silent, rude]) {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(isUnavailable(await failureOf(`postgresql://127.0.0.1:${port}/none`, 100))).toBe(true);
    server.close();
  }
});

test("an error of our own isn't an outage", () => {
  expect(isUnavailable(new TypeError("x is not a function"))).toBe(false);
  expect(isUnavailable("words")).toBe(false);
});

for (const code of ["40P01", "40001"]) {
  test(`a statement that PostgreSQL ended with ${code} is retried`, async () => {
    provideSettings();
    let runs = 0;
    const write = async () => {
      runs += 1;
      if (runs < 3) throw databaseError(code);
      return "written";
    };
    expect(await retryingConflicts(write)).toBe("written");
    expect(runs).toBe(3);
  });
}

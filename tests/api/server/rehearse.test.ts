import { expect, test } from "@playwright/test";
import { runCommand } from "../../support/command.ts";
import { query, scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { signUp } from "../../support/sign-up.ts";
import { startProcess } from "../../support/start-process.ts";

const rehearse = (url: string) =>
  runCommand(process.execPath, [...testEnvironment.recording, "server/update/rehearse.ts"], {
    signal: AbortSignal.timeout(90_000),
    env: {
      DATABASE_URL: url,
      AUTH_SECRET: testEnvironment.authSecret,
      DATA_DIR: testEnvironment.dataDir,
      SITE_INBOX_BUILD_DIR: testEnvironment.buildDir,
    },
  });

test("an update is rehearsed beside the running service: a message goes through all of it, and nothing of it is left", async () => {
  test.slow();
  await using database = await scratchDatabase();
  await using service = await startProcess("beside", { DATABASE_URL: database.url });
  const empty = await rehearse(database.url);
  expect(empty.code, empty.output).toBe(0);
  expect(empty.output).toContain("There are no accounts yet");
  await signUp(service.baseUrl);
  // What a rehearsal that was killed leaves.
  await query(
    database.url,
    `INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
     SELECT gen_random_uuid(), e, e, '', now(), now() FROM (SELECT 'update-check-1@site-inbox.invalid' AS e) left_over`,
  );
  const done = await rehearse(database.url);
  expect(done.code, done.output).toBe(0);
  expect(done.output).toContain("works: a message was stored, streamed and found.");
  expect(await query(database.url, "SELECT email FROM users WHERE closed_at IS NULL")).toEqual([
    { email: "owner@example.com" },
  ]);
  expect(await query(database.url, "SELECT kind FROM mails")).toEqual([]);
  expect(
    (await query<{ n: number }>(database.url, "SELECT count(*)::int AS n FROM workspaces WHERE closed_at IS NULL"))[0]
      ?.n,
  ).toBe(1);
  expect((await fetch(`${service.baseUrl}/health/ready`)).status).toBe(200);
});

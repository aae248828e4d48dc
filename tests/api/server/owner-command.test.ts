import { expect, test } from "@playwright/test";
import { send } from "../../support/api-client.ts";
import { runCommand } from "../../support/command.ts";
import { testEnvironment } from "../../support/environment.ts";
import { newEmail, newOwner } from "../../support/factories.ts";
import { turnOnSecondFactor } from "../../support/second-factor.ts";
import { sql } from "../../support/stored-rows.ts";

/** Runs npm run owner on the database of the service under test. */
const owner = (...args: string[]) =>
  runCommand(process.execPath, [...testEnvironment.recording, "server/owner.ts", ...args], {
    signal: AbortSignal.timeout(60_000),
    env: { DATABASE_URL: testEnvironment.databaseUrl, AUTH_SECRET: testEnvironment.authSecret },
  });

const statusOfLogin = async (email: string, password: string) =>
  (await send("POST", "/auth/login", { body: { email, password } })).status;

const passwordIn = (output: string) => /shown only once: (\S+)/.exec(output)?.[1] ?? "";

test("npm run owner creates an account that can log in, and refuses a second one for its address", async () => {
  const email = newEmail();
  const created = await owner("create", email);
  expect(created.code, created.output).toBe(0);
  expect(await statusOfLogin(email, passwordIn(created.output))).toBe(200);
  const again = await owner("create", email);
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toContain(`${email} already has an account`);
});

test("npm run owner sets a new password, removes the second factor, logs that, and revokes the account's sessions", async () => {
  const account = await newOwner();
  const { email, token, user } = account;
  await turnOnSecondFactor(account);
  const reset = await owner("reset", email);
  expect(reset.code, reset.output).toBe(0);
  expect(reset.output).toContain("Two-factor login was turned off");
  expect(await statusOfLogin(email, passwordIn(reset.output))).toBe(200);
  expect((await send("GET", "/account", { token })).status).toBe(401);
  const logged = await sql(
    "SELECT via, actor_id FROM activity WHERE target_id = $1 AND action = 'second_factor.reset'",
    [user.id],
  );
  expect(logged).toEqual([{ via: "operator", actor_id: null }]);
  expect((await owner("reset", newEmail())).output).toContain("has no account");
});

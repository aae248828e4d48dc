import { expect, test } from "@playwright/test";
import { refuse, send } from "../../support/api-client.ts";
import { askForLogIn, newPasskey } from "../../support/authenticator.ts";
import { newEmail, newOwner } from "../../support/factories.ts";
import { runOwner as owner } from "../../support/owner-command.ts";
import { turnOnSecondFactor } from "../../support/second-factor.ts";
import { sql } from "../../support/stored-rows.ts";

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

test("npm run owner sets a new password, removes the second factor, logs that, and revokes the account's sessions and passkeys", async () => {
  const account = await newOwner();
  const { email, token, user } = account;
  const { authenticator } = await newPasskey(account);
  await turnOnSecondFactor(account);
  const reset = await owner("reset", email);
  expect(reset.code, reset.output).toBe(0);
  expect(reset.output).toContain("Its sessions, passkeys and API keys were revoked.");
  expect(reset.output).toContain("Two-factor login was turned off");
  const body = { credential: authenticator.sign(await askForLogIn()) };
  await refuse("invalid_credentials", "POST", "/auth/login/passkey", { body });
  expect(await statusOfLogin(email, passwordIn(reset.output))).toBe(200);
  expect((await send("GET", "/account", { token })).status).toBe(401);
  const logged = await sql(
    "SELECT via, actor_id FROM activity WHERE target_id = $1 AND action = 'second_factor.reset'",
    [user.id],
  );
  expect(logged).toEqual([{ via: "operator", actor_id: null }]);
  expect((await owner("reset", newEmail())).output).toContain("has no account");
});

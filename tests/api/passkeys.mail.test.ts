import { expect, test } from "@playwright/test";
import { PasskeyListResponse } from "#lib/people/passkeys/schema.ts";
import { accountMails } from "../support/account-mails.ts";
import { ask, refuse } from "../support/api-client.ts";
import { Authenticator, askForLogIn, askForPasskey, newPasskey } from "../support/authenticator.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { codeOf, turnOnSecondFactor } from "../support/second-factor.ts";

/*
 * What passkeys have to do with email: a reset by a link removes all, and changes are announced.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ RATE_LIMITS: "on", LIMIT_ACCOUNT_MAILS: "3" });
});
test.afterAll(() => world.close());

const NEW_PASSWORD = "a longer and better one";
const ADDED = "A passkey was added to your Site Inbox account";
const REMOVED = "A passkey was removed from your Site Inbox account";
const { at, mailsTo, subjectsTo, resetToken } = accountMails(() => world);

const call = () => ({ baseUrl: world.baseUrl });
const add = (owner: Pick<MailedOwner, "token">, code?: string) =>
  newPasskey(owner, { ...call(), odd: { origin: world.baseUrl }, ...(code !== undefined && { code }) });
const enter = async (authenticator: Authenticator) => {
  const credential = authenticator.sign(await askForLogIn(call()), { origin: world.baseUrl });
  return (await world.send("POST", "/auth/login/passkey", { body: { credential } })).status;
};
const remove = (token: string, id: string) =>
  world.send("DELETE", `/account/passkeys/${id}`, { token, body: { currentPassword: PASSWORD } });
const reset = async (email: string) => {
  const body = { token: await resetToken(email), newPassword: NEW_PASSWORD };
  expect((await world.send("POST", "/auth/reset-password", { body })).status).toBe(204);
};

test("a password reset removes every passkey and ends adding one, of a confirmed address and of one that a stranger signed up with", async () => {
  for (const confirmed of [true, false]) {
    const owner = await world.newOwner({ confirmed });
    const [first, second] = [await add(owner), await add(owner)];
    const begun = await askForPasskey(owner, call());
    expect(await enter(first.authenticator)).toBe(200);
    await reset(owner.email);
    for (const { authenticator } of [first, second]) expect(await enter(authenticator)).toBe(401);
    const { token } = await accountMails(() => world).logIn(owner.email, NEW_PASSWORD);
    expect(await ask(PasskeyListResponse, 200, "GET", "/account/passkeys", { ...call(), token })).toEqual({
      passkeys: [],
      host: "localhost",
    });
    const body = { name: "Laptop", credential: new Authenticator().create(begun, { origin: world.baseUrl }) };
    await refuse("unauthenticated", "POST", "/account/passkeys", { ...at(body), token: owner.token });
    await refuse("link_gone", "POST", "/account/passkeys", { ...at(body), token });
    await world.deliverAll();
  }
});

test("a reset keeps two-factor login, which the new password needs although a passkey didn't", async () => {
  const owner = await world.newOwner();
  const { secret } = await turnOnSecondFactor(owner, call());
  await world.sql("UPDATE second_factors SET last_step = 0 WHERE user_id = $1", [owner.id]);
  const { authenticator } = await add(owner, codeOf(secret));
  expect(await enter(authenticator)).toBe(200);
  await reset(owner.email);
  expect(await enter(authenticator)).toBe(401);
  await refuse("second_factor_required", "POST", "/auth/login", at({ email: owner.email, password: NEW_PASSWORD }));
  await world.deliverAll();
});

test("adding and removing one is announced to the confirmed address, also if it's changed right away", async () => {
  const owner = await world.newOwner();
  const { passkey } = await add(owner);
  await world.send("PATCH", "/account", {
    token: owner.token,
    body: { email: newEmail(), currentPassword: PASSWORD },
  });
  await world.deliverAll();
  expect(subjectsTo(owner.email)).toEqual([ADDED, "Your Site Inbox email address was changed"]);
  const [mail] = mailsTo(owner.email);
  expect(mail?.text).toContain("If this wasn’t you, someone has your password. Reset it");
  expect(mail?.text).toContain(`${world.baseUrl}/forgot-password`);

  const other = await world.newOwner();
  expect((await remove(other.token, (await add(other)).passkey.id)).status).toBe(204);
  await world.deliverAll();
  expect(subjectsTo(other.email)).toEqual([ADDED, REMOVED]);
  // The new address isn't confirmed, so it gets nothing.
  expect((await remove(owner.token, passkey.id)).status).toBe(204);
  await world.deliverAll();
  expect(subjectsTo(owner.email)).not.toContain(REMOVED);
});

test("no passkey is added without its email, and one can be removed without", async () => {
  const owner = await world.newOwner();
  const added = [await add(owner), await add(owner), await add(owner)];
  const asked = await askForPasskey(owner, call());
  const body = { name: "Fourth", credential: new Authenticator().create(asked, { origin: world.baseUrl }) };
  const { detail } = await refuse("rate_limited", "POST", "/account/passkeys", { ...at(body), token: owner.token });
  expect(detail).not.toBe("");
  for (const { passkey } of added) expect((await remove(owner.token, passkey.id)).status).toBe(204);
  await world.deliverAll();
  expect(subjectsTo(owner.email)).toEqual([ADDED, ADDED, ADDED]);
  expect(await world.sql("SELECT FROM passkeys WHERE user_id = $1", [owner.id])).toEqual([]);
});

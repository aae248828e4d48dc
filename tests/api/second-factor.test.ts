import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import {
  RecoveryCodesResponse,
  SecondFactorResponse,
  SecondFactorSetupResponse,
} from "#lib/people/second-factor/schema.ts";
import { SiteListResponse } from "#lib/sites/sites/schema.ts";
import { ask, askNothing, readProblem, refuse, send } from "../support/api-client.ts";
import { browse, type CookieJar, csrfToken, SESSION_COOKIE } from "../support/cookie-jar.ts";
import { testEnvironment } from "../support/environment.ts";
import { newApiKey, newOwner, newOwnerWithSite, type Owner, PASSWORD } from "../support/factories.ts";
import { challengeOf, codeOf, forgetUsedCodes, turnOnSecondFactor } from "../support/second-factor.ts";
import { sql } from "../support/stored-rows.ts";

const PATH = "/account/second-factor";
const FINISH = "/auth/login/second-factor";

const stateOf = async ({ token }: Owner) => (await ask(SecondFactorResponse, 200, "GET", PATH, { token })).secondFactor;
const finish = (challenge: string, code: string) => send("POST", FINISH, { body: { challenge, code } });
const enter = async (owner: Owner, code: string) => finish(await challengeOf(owner), code);

const sessionsOf = ({ user }: Owner) => sql("SELECT id FROM sessions WHERE user_id = $1", [user.id]);
const actionsOf = async ({ user }: Owner) =>
  (await sql("SELECT via, action FROM activity WHERE target_id = $1 ORDER BY at", [user.id])).map(
    ({ via, action }) => `${via} ${action}`,
  );

async function newOwnerWithFactor() {
  const owner = await newOwner();
  const made = await turnOnSecondFactor(owner);
  await forgetUsedCodes(owner);
  return { owner, ...made };
}

test.describe("setting it up", () => {
  test("requires the password and a code, returns ten recovery codes once, and stores no code or secret in the clear", async () => {
    const owner = await newOwner();
    const { token } = owner;
    await refuse("invalid_credentials", "POST", PATH, { token, body: { currentPassword: "wrong" } });
    const { secret, uri } = await ask(SecondFactorSetupResponse, 201, "POST", PATH, {
      token,
      body: { currentPassword: PASSWORD },
    });
    expect(uri).toContain(secret);
    expect(await stateOf(owner)).toEqual({ enabled: false, requiredBy: [] });
    // Nothing has changed so far.
    const body = { email: owner.email, password: PASSWORD };
    await ask(SessionResponse, 200, "POST", "/auth/login", { body });
    const wrong = codeOf(secret, 3_600);
    await refuse("invalid_credentials", "POST", `${PATH}/confirm`, { token, body: { code: wrong } });

    const call = { token, body: { code: codeOf(secret) } };
    const { recoveryCodes } = await ask(RecoveryCodesResponse, 200, "POST", `${PATH}/confirm`, call);
    expect(recoveryCodes).toHaveLength(10);
    expect(await stateOf(owner)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect(await actionsOf(owner)).toEqual(["session second_factor.turned_on"]);
    await refuse("conflict", "POST", PATH, { token, body: { currentPassword: PASSWORD } });
    await refuse("conflict", "POST", `${PATH}/confirm`, call);
    const stored = JSON.stringify([
      await sql("SELECT f.*, encode(secret, 'escape') FROM second_factors f WHERE user_id = $1", [owner.user.id]),
      await sql("SELECT r.*, encode(code_hash, 'escape') FROM recovery_codes r WHERE user_id = $1", [owner.user.id]),
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });

  test("refuses a code without digits, and accepts one with a dash or in another script", async () => {
    const owner = await newOwner();
    const { token } = owner;
    const call = { token, body: { currentPassword: PASSWORD } };
    const { secret } = await ask(SecondFactorSetupResponse, 201, "POST", PATH, call);
    const confirm = (code: string) => send("POST", `${PATH}/confirm`, { token, body: { code } });
    for (const code of ["abcdef", "ééééé€"]) readProblem(await confirm(code), "invalid_credentials");
    const arabic = codeOf(secret).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    expect((await confirm(`${arabic.slice(0, 3)}-${arabic.slice(3)}`)).status).toBe(200);
  });

  test("a setup that was started again in another tab doesn't turn on a secret that no app has", async () => {
    const { token } = await newOwner();
    const call = { token, body: { currentPassword: PASSWORD } };
    const first = await ask(SecondFactorSetupResponse, 201, "POST", PATH, call);
    const second = await ask(SecondFactorSetupResponse, 201, "POST", PATH, call);
    const confirm = (code: string) => send("POST", `${PATH}/confirm`, { token, body: { code } });
    readProblem(await confirm(codeOf(first.secret)), "invalid_credentials");
    expect((await confirm(codeOf(second.secret))).status).toBe(200);
  });
});

test.describe("logging in", () => {
  test("the password gets a challenge for five minutes and no session, and a code finishes the login", async () => {
    const { owner, secret } = await newOwnerWithFactor();
    const before = await sessionsOf(owner);
    const body = { email: owner.email, password: PASSWORD };
    const { secondFactor } = await refuse("second_factor_required", "POST", "/auth/login", { body });
    expect(Date.parse(secondFactor?.expiresAt ?? "") - Date.now()).toBeGreaterThan(280_000);
    expect(await sessionsOf(owner)).toEqual(before);
    await refuse("invalid_credentials", "POST", "/auth/login", { body: { ...body, password: "wrong" } });

    const challenge = secondFactor?.challenge ?? "";
    const problem = readProblem(await finish(challenge, codeOf(secret, 3_600)), "invalid_credentials");
    expect(problem).toMatchObject({
      detail: "This code is wrong or has expired.",
      errors: [{ path: "code", message: "This code is wrong or has expired" }],
    });
    const code = codeOf(secret).replace(/(...)/, "$1 ");
    const opened = await ask(SessionResponse, 200, "POST", FINISH, { body: { challenge, code } });
    expect(opened.user).toEqual(owner.user);
    await ask(AccountResponse, 200, "GET", "/account", { token: opened.token });
    await forgetUsedCodes(owner);
    readProblem(await finish(challenge, codeOf(secret)), "link_gone");
    readProblem(await finish("unknown", codeOf(secret)), "link_gone");
  });

  test("accepts a code of a clock 30 seconds ahead, and refuses 90 seconds either way with a sentence that says why", async () => {
    const { owner, secret } = await newOwnerWithFactor();
    expect((await enter(owner, codeOf(secret, 30))).status).toBe(200);
    await forgetUsedCodes(owner);
    for (const [seconds, direction] of [
      [90, "ahead"],
      [-90, "behind"],
    ] as const) {
      const { detail } = readProblem(await enter(owner, codeOf(secret, seconds)), "invalid_credentials");
      // The next step may have begun meanwhile.
      const words = `^Your device's clock is about (60|90|120) seconds ${direction}\\. Set it to automatic and try again\\.$`;
      expect(detail).toMatch(new RegExp(words));
    }
  });

  test("of four parallel logins with one code, one gets a session", async () => {
    const { owner, secret } = await newOwnerWithFactor();
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(owner)));
    const code = codeOf(secret);
    const responses = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const response of refused) {
      const { detail } = readProblem(response, "invalid_credentials");
      expect(detail).toBe("This code was used already. Wait for the next one.");
    }
  });

  test("accepts five codes per account and 15 minutes, however many challenges they come with", async () => {
    const { owner, secret, recoveryCodes } = await newOwnerWithFactor();
    const challenges = await Promise.all(Array.from({ length: 12 }, () => challengeOf(owner)));
    const wrong = codeOf(secret, 3_600);
    const responses = await Promise.all(challenges.map((challenge) => finish(challenge, wrong)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    const limited = responses.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(7);
    for (const { headers } of limited) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(880);
      expect(headers.get("ratelimit-policy")).toBe('"second-factor";q=5;w=900');
    }
    for (const code of [codeOf(secret), recoveryCodes[0] ?? ""]) {
      readProblem(await enter(owner, code), "rate_limited");
    }
    await sql("UPDATE second_factors SET failing_since = now() - interval '15 minutes' WHERE user_id = $1", [
      owner.user.id,
    ]);
    expect((await enter(owner, codeOf(secret))).status).toBe(200);
    const [row] = await sql("SELECT failures FROM second_factors WHERE user_id = $1", [owner.user.id]);
    expect(row).toEqual({ failures: 0 });
  });

  test("a recovery code works once, also if it's used twice at the same time", async () => {
    const { owner, recoveryCodes } = await newOwnerWithFactor();
    const [code = "", other = ""] = recoveryCodes;
    const challenges = [await challengeOf(owner), await challengeOf(owner)];
    const responses = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
    const { detail } = readProblem(await enter(owner, code), "invalid_credentials");
    expect(detail).toBe("This recovery code was used already. Use another one.");
    expect((await enter(owner, other.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect(await stateOf(owner)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test("a challenge ends after five minutes, with a new password and with a new email", async () => {
    const { owner, secret } = await newOwnerWithFactor();
    const late = await challengeOf(owner);
    await sql("UPDATE login_challenges SET expires_at = now() WHERE user_id = $1", [owner.user.id]);
    const before = await challengeOf(owner);
    const body = { currentPassword: PASSWORD, newPassword: "another horse, another battery" };
    await askNothing("POST", "/account/password", { token: owner.token, body });
    for (const challenge of [late, before]) {
      const { detail } = readProblem(await finish(challenge, codeOf(secret)), "link_gone");
      expect(detail).toMatch(/Log in again\.$/);
    }
    // It's still needed with the new one.
    const logIn = { email: owner.email, password: body.newPassword };
    await refuse("second_factor_required", "POST", "/auth/login", { body: logIn });
  });

  test("next-auth's form opens no session with the password, and one with the token of a finished login", async () => {
    const { owner, secret } = await newOwnerWithFactor();
    const jar: CookieJar = new Map();
    const post = async (fields: Record<string, string>) =>
      browse(jar, "/api/auth/callback/credentials", { ...fields, csrfToken: await csrfToken(jar), json: "true" });
    const before = await sessionsOf(owner);
    const asked = await post({ email: owner.email, password: PASSWORD });
    expect([asked.status, jar.has(SESSION_COOKIE)]).toEqual([401, false]);
    const { code, secondFactor } = await asked.json();
    expect(code).toBe("second_factor_required");
    expect(await sessionsOf(owner)).toEqual(before);
    const finished = await finish(secondFactor.challenge, codeOf(secret));
    expect((await post({ token: JSON.parse(finished.text).token })).status).toBe(200);
    expect(jar.has(SESSION_COOKIE)).toBe(true);
  });

  test("codes sealed with a lost AUTH_SECRET can't be checked, and recovery codes still work", async () => {
    const { owner, secret, recoveryCodes } = await newOwnerWithFactor();
    await sql("UPDATE second_factors SET secret = $2 WHERE user_id = $1", [owner.user.id, Buffer.alloc(60)]);
    const { detail } = readProblem(await enter(owner, codeOf(secret)), "invalid_credentials");
    expect(detail).toBe("The service's secret was changed, so codes can't be checked. Use a recovery code.");
    expect((await enter(owner, recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

test.describe("changing it", () => {
  test("new recovery codes and turning it off require the password and a code", async () => {
    const { owner, secret, recoveryCodes } = await newOwnerWithFactor();
    const { token } = owner;
    const renew = (body: object) => send("POST", `${PATH}/recovery-codes`, { token, body });
    readProblem(await renew({ currentPassword: "wrong", code: codeOf(secret) }), "invalid_credentials");
    readProblem(await renew({ currentPassword: PASSWORD, code: codeOf(secret, 3_600) }), "invalid_credentials");
    const renewed = await renew({ currentPassword: PASSWORD, code: recoveryCodes[0] });
    expect(RecoveryCodesResponse.parse(JSON.parse(renewed.text)).recoveryCodes).toHaveLength(10);
    readProblem(await enter(owner, recoveryCodes[1] ?? ""), "invalid_credentials");

    const turnOff = (body: object) => send("DELETE", PATH, { token, body });
    readProblem(await turnOff({ currentPassword: PASSWORD, code: codeOf(secret, 3_600) }), "invalid_credentials");
    const waiting = await challengeOf(owner);
    expect((await turnOff({ currentPassword: PASSWORD, code: codeOf(secret) })).status).toBe(204);
    readProblem(await finish(waiting, codeOf(secret)), "link_gone");
    expect(await stateOf(owner)).toEqual({ enabled: false, requiredBy: [] });
    const body = { email: owner.email, password: PASSWORD };
    await ask(SessionResponse, 200, "POST", "/auth/login", { body });
    expect(await actionsOf(owner)).toEqual(["session second_factor.turned_on", "session second_factor.turned_off"]);
  });

  test("it can't be turned off while a workspace requires it", async () => {
    const { owner, secret } = await newOwnerWithFactor();
    const { token } = owner;
    const requireFrom = (from: string) =>
      sql(`UPDATE workspaces SET second_factor_from = now() + $2::interval, name = 'Kiln Street' WHERE owner_id = $1`, [
        owner.user.id,
        from,
      ]);
    const body = { currentPassword: PASSWORD, code: codeOf(secret) };
    await requireFrom("0 days");
    expect((await stateOf(owner)).requiredBy).toMatchObject([{ workspaceName: "Kiln Street" }]);
    await refuse("conflict", "DELETE", PATH, { token, body });
    await requireFrom("2 days");
    await askNothing("DELETE", PATH, { token, body });
  });
});

test("once a workspace requires it, its routes refuse sessions and API keys without it, and what's about the person stays open", async () => {
  const { owner } = await newOwnerWithSite();
  const { token } = owner;
  const { secret: key } = await newApiKey(owner);
  const requireFrom = (from: string) =>
    sql("UPDATE workspaces SET second_factor_from = now() + $2::interval WHERE owner_id = $1", [owner.user.id, from]);
  const page = () =>
    fetch(`${testEnvironment.baseUrl}/inbox`, {
      redirect: "follow",
      headers: { Cookie: `${SESSION_COOKIE}=${token}` },
    });
  await requireFrom("1 day");
  await ask(SiteListResponse, 200, "GET", "/sites", { token });
  expect(await (await page()).text()).toContain("requires two-factor login from");
  await requireFrom("0 days");
  for (const credential of [token, key]) {
    await refuse("second_factor_setup_required", "GET", "/sites", { token: credential });
  }
  expect(new URL((await page()).url).pathname).toBe("/second-factor");
  await turnOnSecondFactor(owner);
  for (const credential of [token, key]) await ask(SiteListResponse, 200, "GET", "/sites", { token: credential });
  expect(new URL((await page()).url).pathname).toMatch(/\/inbox$/);
});

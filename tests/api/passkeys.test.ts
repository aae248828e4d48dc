import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { PasskeyListResponse, type SignedCredential } from "#lib/people/passkeys/schema.ts";
import { SecondFactorSetupResponse } from "#lib/people/second-factor/schema.ts";
import { SiteListResponse } from "#lib/sites/sites/schema.ts";
import { ask, askNothing, type Call, readProblem, refuse, send } from "../support/api-client.ts";
import { Authenticator, askForLogIn, askForPasskey, newPasskey } from "../support/authenticator.ts";
import { browse, type CookieJar, csrfToken, SESSION_COOKIE } from "../support/cookie-jar.ts";
import { logIn, newApiKey, newOwner, newOwnerWithSite, type Owner, PASSWORD } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { inARow, limitedProcess, newAddress, times } from "../support/limited-process.ts";
import { codeOf, forgetUsedCodes, turnOnSecondFactor } from "../support/second-factor.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

const PATH = "/account/passkeys";
const LOG_IN = "/auth/login/passkey";
const BEGIN = `${LOG_IN}/options`;

const listOf = async ({ token }: Pick<Owner, "token">) =>
  (await ask(PasskeyListResponse, 200, "GET", PATH, { token })).passkeys;
const enter = (credential: SignedCredential, call: Call = {}) =>
  send("POST", LOG_IN, { ...call, body: { credential } });

type Odd = Parameters<Authenticator["sign"]>[1];
/** Logs in with a passkey. */
const enterWith = async (authenticator: Authenticator, odd?: Odd) =>
  enter(authenticator.sign(await askForLogIn(), odd));
const sessionsOf = ({ user }: Owner) => sql("SELECT id FROM sessions WHERE user_id = $1", [user.id]);

async function newOwnerWithPasskey() {
  const owner = await newOwner();
  return { owner, ...(await newPasskey(owner)) };
}

test.describe("adding one", () => {
  test("takes the password, asks for a PIN and a discoverable key, and lists it with its host", async () => {
    const owner = await newOwner();
    const { token } = owner;
    await refuse("invalid_credentials", "POST", `${PATH}/options`, { token, body: { currentPassword: "wrong" } });
    const { passkey, authenticator } = await newPasskey(owner, { name: "Work laptop" });
    expect(passkey).toMatchObject({ name: "Work laptop", host: "localhost" });
    expect(await listOf(owner)).toEqual([passkey]);
    expect((await ask(PasskeyListResponse, 200, "GET", PATH, { token })).host).toBe("localhost");
    const { options } = await askForPasskey(owner);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: owner.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: authenticator.id, transports: ["internal", "hybrid"] }],
    });
    const [{ challenge } = {}] = await sql(
      "SELECT encode(challenge_hash, 'escape') AS challenge FROM passkey_challenges c JOIN sessions s ON s.id = c.session_id WHERE s.user_id = $1",
      [owner.user.id],
    );
    expect(challenge).not.toContain(options.challenge);
  });

  test("is called after the browser if it has no name", async () => {
    const owner = await newOwner();
    const asked = await askForPasskey(owner);
    const body = { credential: new Authenticator().create(asked) };
    const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };
    expect((await send("POST", PATH, { token: owner.token, body, headers })).status).toBe(201);
    expect(await listOf(owner)).toMatchObject([{ name: "Firefox on Linux" }]);
  });

  test("refuses a challenge that was used, is older than five minutes, or is of another session, person or a login", async () => {
    const owner = await newOwner();
    const other = await newOwner();
    const add = (token: string, asked: Awaited<ReturnType<typeof askForPasskey>>) =>
      send("POST", PATH, { token, body: { name: "Laptop", credential: new Authenticator().create(asked) } });
    const asked = await askForPasskey(owner);
    readProblem(await add(other.token, asked), "link_gone");
    readProblem(await add((await logIn(owner)).token, asked), "link_gone");
    // Neither has used it up.
    expect((await add(owner.token, asked)).status).toBe(201);
    const { detail } = readProblem(await add(owner.token, asked), "link_gone");
    expect(detail).toBe("This took too long, or the account changed in the meantime. Start again.");

    const late = await askForPasskey(owner);
    await sql(
      "UPDATE passkey_challenges c SET expires_at = now() FROM sessions s WHERE s.id = c.session_id AND s.user_id = $1",
      [owner.user.id],
    );
    readProblem(await add(owner.token, late), "link_gone");
    readProblem(await add(owner.token, { ...asked, ...(await askForLogIn()) }), "link_gone");
    expect(await listOf(owner)).toHaveLength(1);
  });

  test("refuses a challenge from before a new password or a new email", async () => {
    const owner = await newOwner();
    const { token } = owner;
    const before = await askForPasskey(owner);
    const email = `new-${owner.email}`;
    await ask(AccountResponse, 200, "PATCH", "/account", { token, body: { email, currentPassword: PASSWORD } });
    const asked = await askForPasskey(owner);
    const change = { currentPassword: PASSWORD, newPassword: "another horse, another battery" };
    await askNothing("POST", "/account/password", { token, body: change });
    for (const one of [before, asked]) {
      const body = { name: "Laptop", credential: new Authenticator().create(one) };
      await refuse("link_gone", "POST", PATH, { token, body });
    }
  });

  test("refuses another origin, host or frame, no PIN, another type, a foreign id and a certificate, and uses up the challenge", async () => {
    const owner = await newOwner();
    const { token } = owner;
    const odd: Odd[] = [
      { origin: "http://localhost:1" },
      { origin: "https://localhost" },
      { host: "example.com" },
      { isVerified: false },
      { crossOrigin: true },
      { type: "webauthn.get" },
      { id: randomBytes(32).toString("base64url") },
      { format: "packed", statement: [["x5c", Buffer.from("certificate")]] },
      { format: "android-key" },
    ];
    for (const one of odd) {
      const asked = await askForPasskey(owner);
      const authenticator = new Authenticator();
      const add = (how: Odd) =>
        send("POST", PATH, { token, body: { name: "Laptop", credential: authenticator.create(asked, how) } });
      const { errors } = readProblem(await add(one), "invalid_request");
      expect(errors, JSON.stringify(one)).toMatchObject([{ path: "credential" }]);
      if (!one?.crossOrigin) readProblem(await add({}), "link_gone");
    }
    expect(await listOf(owner)).toEqual([]);
  });

  test("refuses a credential that this or another account has", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    for (const person of [owner, await newOwner()]) {
      const forged = new Authenticator(authenticator.id);
      const body = { name: "Laptop", credential: forged.create(await askForPasskey(person)) };
      const { detail } = await refuse("conflict", "POST", PATH, { token: person.token, body });
      expect(detail).toBe("This passkey was already added.");
    }
    expect((await enterWith(authenticator)).status).toBe(200);
  });

  test("stops at 20 per account, also if several are added at once", async () => {
    const owner = await newOwner();
    await sql(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, transports, host, name, created_at)
       SELECT gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', 0, '{}', 'localhost', 'Old', now() FROM generate_series(1, 19)`,
      [owner.user.id],
    );
    const asked = [await askForPasskey(owner), await askForPasskey(owner), await askForPasskey(owner)];
    const added = await Promise.all(
      asked.map((one) =>
        send("POST", PATH, {
          token: owner.token,
          body: { name: "Last", credential: new Authenticator().create(one) },
        }),
      ),
    );
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const body = { currentPassword: PASSWORD };
    const { detail } = await refuse("conflict", "POST", `${PATH}/options`, { token: owner.token, body });
    expect(detail).toBe("An account can have up to 20 passkeys. Remove one to add another.");
  });

  test("takes a code too if the account has two-factor login, and counts it with all others", async () => {
    const owner = await newOwner();
    const { token } = owner;
    const early = await askForPasskey(owner);
    const { secret } = await turnOnSecondFactor(owner);
    // The password was enough for this one.
    const body = { name: "Laptop", credential: new Authenticator().create(early) };
    await refuse("link_gone", "POST", PATH, { token, body });
    await forgetUsedCodes(owner);
    const begin = (code?: string) =>
      send("POST", `${PATH}/options`, { token, body: { currentPassword: PASSWORD, ...(code && { code }) } });
    expect(readProblem(await begin(), "invalid_request").errors).toMatchObject([{ path: "code" }]);
    readProblem(await begin(codeOf(secret, 3_600)), "invalid_credentials");
    await newPasskey(owner, { code: codeOf(secret) });
    expect(await listOf(owner)).toHaveLength(1);
    for (let tries = 0; tries < 5; tries += 1) readProblem(await begin(codeOf(secret, 3_600)), "invalid_credentials");
    readProblem(await begin(codeOf(secret)), "rate_limited");
  });

  test("an API key can't list, add or remove passkeys", async () => {
    const { owner, passkey } = await newOwnerWithPasskey();
    const { secret: token } = await newApiKey(owner, "manage");
    const body = { currentPassword: PASSWORD };
    await refuse("insufficient_scope", "GET", PATH, { token });
    await refuse("insufficient_scope", "POST", `${PATH}/options`, { token, body });
    await refuse("insufficient_scope", "DELETE", `${PATH}/${passkey.id}`, { token, body });
  });
});

test.describe("logging in with one", () => {
  test("opens a session without the email and password, once per challenge", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    const credential = authenticator.sign(await askForLogIn());
    const opened = await ask(SessionResponse, 200, "POST", LOG_IN, { body: { credential } });
    expect(opened.user).toEqual(owner.user);
    await ask(AccountResponse, 200, "GET", "/account", { token: opened.token });
    const [listed] = await listOf(owner);
    expect(Date.parse(listed?.lastUsedAt ?? "")).toBeGreaterThan(Date.parse(listed?.createdAt ?? ""));
    const { detail } = readProblem(await enter(credential), "link_gone");
    expect(detail).toBe("This login took too long. Log in again.");
  });

  test("of four parallel logins with one challenge, one gets a session", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    const before = await sessionsOf(owner);
    const credential = authenticator.sign(await askForLogIn());
    const responses = await Promise.all([1, 2, 3, 4].map(() => enter(credential)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
    expect(await sessionsOf(owner)).toHaveLength(before.length + 1);
  });

  test("refuses a challenge after five minutes, of no one, or for adding a passkey", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    const late = await askForLogIn();
    await sql(
      "UPDATE passkey_challenges SET expires_at = now() WHERE challenge_hash = sha256(convert_to($1::text, 'UTF8'))",
      [late.challenge],
    );
    const made = { ...late, challenge: randomBytes(32).toString("base64url") };
    for (const asked of [late, made, await askForPasskey(owner)]) {
      readProblem(await enter(authenticator.sign(asked)), "link_gone");
    }
  });

  test("refuses another origin, host, frame, type or person, no PIN, an unknown id and another key, all with one error", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    const other = await newOwnerWithPasskey();
    const before = await sessionsOf(owner);
    const forged = new Authenticator(authenticator.id);
    forged.userHandle = authenticator.userHandle;
    const refused = [
      await enterWith(authenticator, { origin: "http://localhost:1" }),
      await enterWith(authenticator, { host: "example.com" }),
      await enterWith(authenticator, { crossOrigin: true }),
      await enterWith(authenticator, { type: "webauthn.create" }),
      await enterWith(authenticator, { isVerified: false }),
      await enterWith(authenticator, { userHandle: other.authenticator.userHandle }),
      await enterWith(authenticator, { id: other.authenticator.id }),
      await enterWith(authenticator, { id: randomBytes(32).toString("base64url") }),
      await enterWith(forged),
    ];
    for (const response of refused) {
      const { detail } = readProblem(response, "invalid_credentials");
      expect(detail).toBe("This passkey isn't accepted. It may have been removed.");
    }
    expect(await sessionsOf(owner)).toEqual(before);
    expect((await enterWith(authenticator)).status).toBe(200);
  });

  test("refuses a counter that doesn't grow, and accepts authenticators that don't count", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    for (const counter of [0, 0, 5, 6]) expect((await enterWith(authenticator, { counter })).status).toBe(200);
    for (const counter of [6, 2, 0]) readProblem(await enterWith(authenticator, { counter }), "invalid_credentials");
    readProblem(await enterWith(authenticator, { counter: 6 }), "invalid_credentials");
    const statuses = await Promise.all([1, 2, 3].map(() => enterWith(authenticator, { counter: 7 })));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listOf(owner)).toHaveLength(1);
  });

  test("opens an account with two-factor login without a code, and can't replace or turn off the app", async () => {
    const owner = await newOwner();
    const { secret } = await turnOnSecondFactor(owner);
    await forgetUsedCodes(owner);
    const { authenticator } = await newPasskey(owner, { code: codeOf(secret) });
    const { token } = JSON.parse((await enterWith(authenticator)).text);
    await ask(AccountResponse, 200, "GET", "/account", { token });
    const path = "/account/second-factor";
    const body = { currentPassword: PASSWORD };
    await refuse("conflict", "POST", path, { token, body });
    await refuse("invalid_request", "DELETE", path, { token, body });
    // The password alone still isn't enough.
    await refuse("second_factor_required", "POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
  });

  test("isn't the second factor that a workspace requires", async () => {
    const { owner } = await newOwnerWithSite();
    const { authenticator } = await newPasskey(owner);
    await sql("UPDATE workspaces SET second_factor_from = now() WHERE owner_id = $1", [owner.user.id]);
    const { token } = JSON.parse((await enterWith(authenticator)).text);
    await refuse("second_factor_setup_required", "GET", "/sites", { token });
    const setUp = { token, body: { currentPassword: PASSWORD } };
    await ask(SecondFactorSetupResponse, 201, "POST", "/account/second-factor", setUp);
  });

  test("a suspended member logs in, and the workspace stays closed to them", async () => {
    const { owner } = await newOwnerWithSite();
    const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
    const member = await addMember(String(row?.id), {});
    const { authenticator } = await newPasskey(member);
    const open = async () => JSON.parse((await enterWith(authenticator)).text).token;
    await ask(SiteListResponse, 200, "GET", "/sites", { token: await open() });
    await sql("UPDATE members SET standing = 'suspended' WHERE user_id = $1", [member.user.id]);
    await refuse("not_found", "GET", "/sites", { token: await open() });
  });

  test("next-auth's form sets the cookie for the token of such a login", async () => {
    const { authenticator } = await newOwnerWithPasskey();
    const { token } = JSON.parse((await enterWith(authenticator)).text);
    const jar: CookieJar = new Map();
    const fields = { token, csrfToken: await csrfToken(jar), json: "true" };
    expect((await browse(jar, "/api/auth/callback/credentials", fields)).status).toBe(200);
    expect(jar.has(SESSION_COOKIE)).toBe(true);
  });

  test("ends with all other sessions if the password is changed, and the passkey stays", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    const { token } = JSON.parse((await enterWith(authenticator)).text);
    const body = { currentPassword: PASSWORD, newPassword: "another horse, another battery" };
    await askNothing("POST", "/account/password", { token: owner.token, body });
    await refuse("unauthenticated", "GET", "/account", { token });
    expect((await enterWith(authenticator)).status).toBe(200);
  });
});

test.describe("the end of one", () => {
  test("removing it takes the password, and it no longer logs in", async () => {
    const { owner, authenticator, passkey } = await newOwnerWithPasskey();
    const remove = (token: string, currentPassword: string) =>
      send("DELETE", `${PATH}/${passkey.id}`, { token, body: { currentPassword } });
    readProblem(await remove(owner.token, "wrong"), "invalid_credentials");
    readProblem(await remove((await newOwner()).token, PASSWORD), "not_found");
    expect((await enterWith(authenticator)).status).toBe(200);
    expect((await remove(owner.token, PASSWORD)).status).toBe(204);
    readProblem(await remove(owner.token, PASSWORD), "not_found");
    expect(await listOf(owner)).toEqual([]);
    readProblem(await enterWith(authenticator), "invalid_credentials");
  });

  test("a deleted account's passkeys are gone before its rows are erased, and no longer log in", async () => {
    const { owner, authenticator } = await newOwnerWithPasskey();
    await askNothing("DELETE", "/account", { token: owner.token, body: { currentPassword: PASSWORD } });
    readProblem(await enterWith(authenticator), "invalid_credentials");
    expect(await sql("SELECT FROM passkeys WHERE user_id = $1", [owner.user.id])).toEqual([]);
  });
});

test("a reset that overtakes a login or an addition wins, and leaves no session and no passkey", async () => {
  const { owner, authenticator } = await newOwnerWithPasskey();
  const credential = authenticator.sign(await askForLogIn());
  const body = { name: "Late", credential: new Authenticator().create(await askForPasskey(owner)) };
  await using reset = await holdTransaction();
  await reset.run("UPDATE users SET password_hash = 'new' WHERE id = $1", [owner.user.id]);
  const late = [enter(credential), send("POST", PATH, { token: owner.token, body })] as const;
  await reset.untilWaitedFor(2);
  for (const table of ["sessions", "passkeys"]) {
    await reset.run(`DELETE FROM ${table} WHERE user_id = $1`, [owner.user.id]);
  }
  await reset.end("COMMIT");
  const [entered, added] = await Promise.all(late);
  readProblem(entered, "invalid_credentials");
  readProblem(added, "link_gone");
  expect(await sessionsOf(owner)).toEqual([]);
  expect(await sql("SELECT FROM passkeys WHERE user_id = $1", [owner.user.id])).toEqual([]);
});

test("logs a counter that doesn't grow with the passkey's id, and nothing personal", { tag: "@all" }, async () => {
  const { owner, authenticator, passkey } = await newOwnerWithPasskey();
  await using service = await startProcess("counting passkeys");
  const { baseUrl } = service;
  for (const counter of [4, 3]) {
    await enter(authenticator.sign(await askForLogIn({ baseUrl }), { origin: baseUrl, counter }), { baseUrl });
  }
  const linesOfIt = async () =>
    (await readFile(service.log, "utf8")).split("\n").filter((line) => line.includes(passkey.id));
  // Lines are written a moment later.
  await expect.poll(linesOfIt).toEqual([expect.stringContaining("refused a passkey whose counter went backwards")]);
  expect((await linesOfIt()).join()).not.toContain(owner.email);
});

test("a service without https or at an IP address has none, and says so", { tag: "@all" }, async () => {
  const { owner, passkey, authenticator } = await newOwnerWithPasskey();
  for (const BASE_URL of ["http://inbox.example.com", "https://192.0.2.7", "https://[2001:db8::7]"]) {
    await using service = await startProcess("without passkeys", { BASE_URL });
    const call = { baseUrl: `http://localhost:${service.port}`, token: owner.token };
    expect(await ask(PasskeyListResponse, 200, "GET", PATH, call)).toEqual({ passkeys: [passkey] });
    const begun = { ...call, body: { currentPassword: PASSWORD } };
    const { detail } = await refuse("not_accepted", "POST", `${PATH}/options`, begun);
    expect(detail).toMatch(/^Passkeys need https and a host name/);
    await refuse("not_accepted", "POST", BEGIN, { baseUrl: call.baseUrl });
    const asked = { challenge: "none", rpId: "localhost" };
    const credential = authenticator.sign(asked);
    readProblem(await enter(credential, { baseUrl: call.baseUrl }), "not_accepted");
  }
});

test("after the service has moved to another host, the list says where each passkey works, and the old one doesn't log in", {
  tag: "@all",
}, async () => {
  const { owner, passkey, authenticator } = await newOwnerWithPasskey();
  const origin = "https://inbox.example.com";
  await using service = await startProcess("moved", { BASE_URL: origin });
  const call = { baseUrl: `http://localhost:${service.port}`, token: owner.token };
  const { passkey: added } = await newPasskey(owner, { ...call, odd: { origin } });
  expect(added.host).toBe("inbox.example.com");
  expect(await ask(PasskeyListResponse, 200, "GET", PATH, call)).toEqual({
    passkeys: [added, passkey],
    host: "inbox.example.com",
  });
  const asked = await askForLogIn({ baseUrl: call.baseUrl });
  const credential = authenticator.sign(asked, { origin, host: "localhost" });
  readProblem(await enter(credential, { baseUrl: call.baseUrl }), "invalid_credentials");
});

test("attempts and failures are limited by address, and logins that are begun altogether", {
  tag: "@all",
}, async () => {
  const { authenticator } = await newOwnerWithPasskey();
  await using service = await limitedProcess({ LIMIT_LOGIN_ADDRESS: "4", LIMIT_ADDRESS: "9" }, "limited passkeys");
  const begin = (from: string) => service.ask("POST", BEGIN, { from });
  const from = newAddress();
  const asked = JSON.parse((await begin(newAddress())).text).options;
  const credential = authenticator.sign(asked, { origin: service.baseUrl, isVerified: false });
  const fail = () => service.ask("POST", LOG_IN, { from, body: { credential } });
  // Its challenge is used up, which isn't a guess.
  expect(inARow(await times(5, fail))).toBe("401 x1, 410 x3, 429 x1");
  expect(inARow(await times(5, () => begin(newAddress())))).toBe("200 x5");
  expect(inARow(await times(5, () => begin(newAddress())))).toBe("200 x3, 429 x2");
});

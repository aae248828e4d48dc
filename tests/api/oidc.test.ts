import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { OidcLinkResponse } from "#lib/people/oidc/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { WorkspaceListResponse, WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { MemberListResponse } from "#lib/team/members/schema.ts";
import { ask, askNothing, readProblem, refuse, refuseFields, send } from "../support/api-client.ts";
import { SESSION_COOKIE } from "../support/cookie-jar.ts";
import { testEnvironment } from "../support/environment.ts";
import { newApiKey, newEmail, newOwner, type Owner, PASSWORD } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { oidcBrowser } from "../support/oidc-browser.ts";
import { type Someone, startOidcProvider } from "../support/oidc-provider.ts";
import { runOwner } from "../support/owner-command.ts";
import { codeOf, forgetUsedCodes, turnOnSecondFactor } from "../support/second-factor.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";

let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let service: Awaited<ReturnType<typeof startProcess>>;

const DOMAIN = "crew.example";
const SETTINGS = { OIDC_NAME: "Example SSO", OIDC_DOMAINS: `other.example, ${DOMAIN.toUpperCase()}`, JOBS: "off" };

test.beforeAll(async () => {
  provider = await startOidcProvider();
  service = await startProcess("oidc", { ...provider.settings, ...SETTINGS });
});
test.afterEach(() => provider.fails());
test.afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Someone at the provider, who logs in there from now on. */
function newSomeone(fields: Partial<Someone> = {}): Required<Pick<Someone, "sub" | "email">> {
  const sub = randomUUID();
  const someone = { sub, email: `${sub}@${DOMAIN}`, email_verified: true, name: "Ada Lovelace", ...fields };
  provider.logsIn(someone);
  return someone;
}
const newBrowser = () => oidcBrowser(service.baseUrl);
const refusedWith = (reason: string) => `/login?next=%2Finbox&oidc=${reason}`;

const usersWith = (email: string) => sql("SELECT id FROM users WHERE email_key = $1", [email.toLowerCase()]);
const linksOf = ({ user }: Pick<Owner, "user">) =>
  sql("SELECT subject FROM oidc_identities WHERE user_id = $1", [user.id]);

/** An account that's linked with someone at the provider. */
async function newLinked() {
  const owner = await newOwner();
  const someone = newSomeone({ email: owner.email });
  const browser = newBrowser();
  await browser.logInWithPassword(owner);
  expect(await browser.link(PASSWORD)).toBe("/settings?oidc=linked");
  return { owner, someone, browser };
}

test.describe("someone without an account", () => {
  test("gets one with a confirmed address, a name and a workspace, and comes back to it the next time", async () => {
    const { email } = newSomeone();
    const browser = newBrowser();
    expect(await browser.logIn({ next: "/settings/sites/new" })).toBe("/settings/sites/new");
    const account = await browser.account();
    expect(account).toMatchObject({ email, name: "Ada Lovelace" });
    const [row] = await sql(
      "SELECT email_confirmed_at IS NOT NULL AS confirmed, password_hash FROM users WHERE email_key = $1",
      [email],
    );
    expect(row).toEqual({ confirmed: true, password_hash: "" });
    const { workspaces } = await ask(WorkspaceListResponse, 200, "GET", "/workspaces", {
      token: browser.jar.get(SESSION_COOKIE) ?? "",
    });
    expect(workspaces).toHaveLength(1);
    const again = newBrowser();
    expect(await again.logIn()).toBe("/inbox");
    expect((await again.account())?.id).toBe(account?.id);
    // No password opens it, not even none.
    for (const password of [PASSWORD, " "]) {
      await refuse("invalid_credentials", "POST", "/auth/login", { body: { email, password } });
    }
  });

  test("gets one by what the provider says in UserInfo alone, unless that's about someone else", async () => {
    const { email } = newSomeone();
    provider.fails({ userInfo: {} });
    const browser = newBrowser();
    expect(await browser.logIn()).toBe("/inbox");
    expect(await browser.account()).toMatchObject({ email, name: "Ada Lovelace" });
    const { email: other } = newSomeone();
    provider.fails({ userInfo: { sub: "someone else" } });
    expect(await browser.logIn()).toBe(refusedWith("unverified"));
    expect(await usersWith(other)).toEqual([]);
  });

  test("is refused if the provider sends a blank, unreadable or long subject", async () => {
    const browser = newBrowser();
    for (const sub of ["", "   ", "a\u0000b", "x".repeat(256)]) {
      const { email } = newSomeone({ sub });
      expect(await browser.logIn()).toBe(refusedWith("failed"));
      expect(await usersWith(email)).toEqual([]);
    }
  });

  test("is refused with an address that isn't verified, or that no setting allows, and nothing is stored", async () => {
    const browser = newBrowser();
    for (const email_verified of [false, undefined, "true"]) {
      const { email } = newSomeone({ email_verified });
      expect(await browser.logIn()).toBe(refusedWith("unverified"));
      expect(await usersWith(email)).toEqual([]);
    }
    for (const domain of ["elsewhere.example", `not-${DOMAIN}`, `${DOMAIN}.evil.example`]) {
      const { email } = newSomeone({ email: `${randomUUID()}@${domain}` });
      expect(await browser.logIn()).toBe(refusedWith("not_allowed"));
      expect(await usersWith(email)).toEqual([]);
    }
    newSomeone({ email: "no address" });
    expect(await browser.logIn()).toBe(refusedWith("unverified"));
    expect(await browser.account()).toBeNull();
  });

  test("gets one account when they come back twice at the same time", async () => {
    const { email } = newSomeone();
    const browsers = [newBrowser(), newBrowser()];
    await Promise.all(browsers.map((browser) => browser.logIn()));
    expect(await usersWith(email)).toHaveLength(1);
  });

  test("is refused if SIGNUP is closed, also from an allowed domain", async () => {
    await using closed = await startProcess("closed", { ...provider.settings, ...SETTINGS, SIGNUP: "closed" });
    newSomeone();
    expect(await oidcBrowser(closed.baseUrl).logIn()).toBe(refusedWith("not_allowed"));
  });
});

test.describe("someone whose address has an account", () => {
  test("isn't logged in and not linked, logs in with the password once, and confirms the link", async () => {
    const owner = await newOwner();
    newSomeone({ email: owner.email.toUpperCase() });
    const browser = newBrowser();
    const page = await browser.logIn();
    expect(page).toBe(`/login?next=${encodeURIComponent("/link-login?next=%2Finbox")}&oidc=known`);
    expect(await browser.account()).toBeNull();
    expect(await linksOf(owner)).toEqual([]);

    // A session from before proves nothing.
    browser.jar.set(SESSION_COOKIE, owner.token);
    readProblem(await browser.call("POST", "/account/oidc/confirm"), "link_gone");
    await browser.logInWithPassword(owner);
    expect((await browser.call("POST", "/account/oidc/confirm")).status).toBe(204);
    readProblem(await browser.call("POST", "/account/oidc/confirm"), "link_gone");
    expect(await linksOf(owner)).toHaveLength(1);
    const confirmed = "SELECT email_confirmed_at IS NOT NULL AS confirmed FROM users WHERE id = $1";
    expect(await sql(confirmed, [owner.user.id])).toEqual([{ confirmed: true }]);

    const other = newBrowser();
    expect(await other.logIn()).toBe("/inbox");
    expect((await other.account())?.id).toBe(owner.user.id);
  });

  test("can't link another account than that of the address", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    newSomeone({ email: owner.email });
    const browser = newBrowser();
    await browser.logIn();
    await browser.logInWithPassword(stranger);
    readProblem(await browser.call("POST", "/account/oidc/confirm"), "link_gone");
    expect(await linksOf(stranger)).toEqual([]);
  });
});

test.describe("someone whose account is linked", () => {
  test("links it with the password only, and sees it", async () => {
    const owner = await newOwner();
    const { baseUrl } = service;
    const call = { baseUrl, token: owner.token };
    await refuse("invalid_credentials", "POST", "/account/oidc", { ...call, body: { currentPassword: "wrong" } });
    const state = async () => (await ask(OidcLinkResponse, 200, "GET", "/account/oidc", call)).oidc;
    expect(await state()).toEqual({ name: "Example SSO", linked: false, hasPassword: true, current: false });
    const browser = newBrowser();
    await browser.logInWithPassword(owner);
    newSomeone({ email: owner.email.toUpperCase() });
    expect(await browser.link(PASSWORD)).toBe("/settings?oidc=linked");
    expect(await state()).toMatchObject({ linked: true, current: false });
    const own = { ...call, token: browser.jar.get(SESSION_COOKIE) ?? "" };
    expect((await ask(OidcLinkResponse, 200, "GET", "/account/oidc", own)).oidc.current).toBe(true);
    await refuse("conflict", "POST", "/account/oidc", { ...call, body: { currentPassword: PASSWORD } });
    const [entry] = await sql("SELECT via FROM activity WHERE target_id = $1 AND action = 'oidc.linked'", [
      owner.user.id,
    ]);
    expect(entry).toEqual({ via: "session" });
  });

  test("stays linked when the address changes at the provider, even to that of someone else's account", async () => {
    const { owner, someone } = await newLinked();
    const other = await newOwner();
    for (const email of [newEmail(), other.email]) {
      newSomeone({ ...someone, email });
      const browser = newBrowser();
      expect(await browser.logIn()).toBe("/inbox");
      expect(await browser.account()).toMatchObject({ id: owner.user.id, email: owner.email });
    }
    newSomeone({ ...someone, email_verified: false });
    expect(await newBrowser().logIn()).toBe("/inbox");
  });

  test("is refused while the account is disabled, and logged in once it's enabled", async () => {
    const { owner, someone } = await newLinked();
    await runOwner("disable", owner.email);
    newSomeone(someone);
    const browser = newBrowser();
    expect(await browser.logIn()).toBe(refusedWith("disabled"));
    expect(await browser.account()).toBeNull();
    await runOwner("enable", owner.email);
    expect(await newBrowser().logIn()).toBe("/inbox");
    expect(await linksOf(owner)).toHaveLength(1);
  });

  test("isn't found by the same subject or address at another issuer", async () => {
    const { owner, someone } = await newLinked();
    await using elsewhere = await startOidcProvider();
    await using other = await startProcess("another issuer", { ...elsewhere.settings, ...SETTINGS });
    elsewhere.logsIn({ ...someone, email: owner.email, email_verified: true });
    const browser = oidcBrowser(other.baseUrl);
    expect(await browser.logIn()).toContain("oidc=known");
    expect(await browser.account()).toBeNull();
  });

  test("can't be linked with a second account", async () => {
    const { someone } = await newLinked();
    const second = await newOwner();
    const browser = newBrowser();
    await browser.logInWithPassword(second);
    newSomeone({ sub: someone.sub });
    expect(await browser.link(PASSWORD)).toBe("/settings?oidc=other_link");
    expect(await linksOf(second)).toEqual([]);
  });

  test("isn't linked with someone whose address is another, unless its domain is allowed, or is said to be unverified", async () => {
    const owner = await newOwner();
    const browser = newBrowser();
    await browser.logInWithPassword(owner);
    for (const fields of [
      { email: newEmail() },
      { email: `${randomUUID()}@not-${DOMAIN}`, email_verified: undefined },
      { email: owner.email, email_verified: false },
      { email: owner.email, email_verified: "true" },
      { email_verified: false },
      { email: "no address" },
    ]) {
      newSomeone(fields);
      expect(await browser.link(PASSWORD), JSON.stringify(fields)).toBe("/settings?oidc=other_email");
    }
    provider.logsIn({ sub: randomUUID(), email_verified: true });
    expect(await browser.link(PASSWORD)).toBe("/settings?oidc=other_email");
    expect(await linksOf(owner)).toEqual([]);
    // Some providers never say whether an address is verified.
    for (const email of [owner.email, `${randomUUID()}@${DOMAIN}`]) {
      newSomeone({ email, email_verified: undefined });
      expect(await browser.link(PASSWORD)).toBe("/settings?oidc=linked");
      expect((await browser.call("DELETE", "/account/oidc", { body: { currentPassword: PASSWORD } })).status).toBe(204);
    }
  });

  test("isn't linked by someone whose sessions a password reset ends meanwhile", async () => {
    const owner = await newOwner();
    newSomeone();
    const browser = newBrowser();
    await browser.logInWithPassword(owner);
    const url = await browser.atProvider(
      await browser.begin({ currentPassword: PASSWORD, next: "/settings" }, "/account/oidc"),
    );
    await using reset = await holdTransaction();
    await reset.run("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [owner.user.id]);
    await reset.run("DELETE FROM oidc_identities WHERE user_id = $1", [owner.user.id]);
    await reset.run("DELETE FROM sessions WHERE user_id = $1", [owner.user.id]);
    const arriving = browser.arrive(url);
    await reset.untilWaitedFor();
    await reset.end("COMMIT");
    expect(await arriving).toBe("/settings?oidc=expired");
    expect(await linksOf(owner)).toEqual([]);
  });

  test("a link that was begun in one session isn't finished in another", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    newSomeone();
    const browser = newBrowser();
    await browser.logInWithPassword(owner);
    const url = await browser.begin({ currentPassword: PASSWORD, next: "/settings" }, "/account/oidc");
    await browser.logInWithPassword(other);
    expect(await browser.arrive(await browser.atProvider(url))).toBe("/settings?oidc=expired");
    expect([...(await linksOf(owner)), ...(await linksOf(other))]).toEqual([]);
  });

  test("unlinks it with the password, which ends the sessions that it opened", async () => {
    const { owner, browser } = await newLinked();
    const through = newBrowser();
    await through.logIn();
    const call = (currentPassword: string) => browser.call("DELETE", "/account/oidc", { body: { currentPassword } });
    readProblem(await call("wrong"), "invalid_credentials");
    expect((await call(PASSWORD)).status).toBe(204);
    expect(await linksOf(owner)).toEqual([]);
    readProblem(await through.call("GET", "/account"), "unauthenticated");
    expect((await browser.account())?.id).toBe(owner.user.id);
    expect(await newBrowser().logIn()).toContain("oidc=known");
  });

  test("logs in although the link is being removed at the same time, which doesn't happen in the end", async () => {
    const { owner, someone } = await newLinked();
    newSomeone(someone);
    const browser = newBrowser();
    const url = await browser.atProvider(await browser.begin());
    await using removal = await holdTransaction();
    await removal.run("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [owner.user.id]);
    const arriving = browser.arrive(url);
    await removal.untilWaitedFor();
    // Each waits for the other now. PostgreSQL ends the one that has waited longer, or else this one.
    await removal.run("DELETE FROM oidc_identities WHERE user_id = $1", [owner.user.id]).catch(() => undefined);
    await removal.end("ROLLBACK");
    expect(await arriving).toBe("/inbox");
  });

  test("an account without a password can't be unlinked, and its password dialogs accept nothing", async () => {
    newSomeone();
    const browser = newBrowser();
    await browser.logIn();
    const token = browser.jar.get(SESSION_COOKIE) ?? "";
    const call = { baseUrl: service.baseUrl, token };
    const { oidc } = await ask(OidcLinkResponse, 200, "GET", "/account/oidc", call);
    expect(oidc).toMatchObject({ linked: true, hasPassword: false });
    for (const path of ["/account/oidc", "/account"]) {
      await refuse("invalid_credentials", "DELETE", path, { ...call, body: { currentPassword: PASSWORD } });
    }
  });

  test("needs the second factor as after a password", async () => {
    const { owner } = await newLinked();
    const { secret } = await turnOnSecondFactor(owner);
    await forgetUsedCodes(owner);
    const browser = newBrowser();
    const page = await browser.logIn({ next: "/settings" });
    const [, challenge = ""] = /^\/login\?next=%2Fsettings&oidc=code#challenge=(.+)$/.exec(page) ?? [];
    expect(await browser.account()).toBeNull();
    const body = { challenge, code: codeOf(secret) };
    const { token, user } = await ask(SessionResponse, 200, "POST", "/auth/login/second-factor", { body });
    expect(user.id).toBe(owner.user.id);
    const [row] = await sql("SELECT oidc_issuer FROM sessions WHERE user_id = $1 AND oidc_issuer IS NOT NULL", [
      user.id,
    ]);
    expect(row).toEqual({ oidc_issuer: `${provider.url}/` });
    expect(token).not.toBe("");
  });
});

test.describe("the way back", () => {
  const callback = "/auth/oidc/callback";

  test("leads to the login page without the cookie, in another browser, and a second time", async () => {
    newSomeone();
    const browser = newBrowser();
    const url = await browser.atProvider(await browser.begin());
    expect(await newBrowser().arrive(url)).toBe("/login?oidc=expired");
    expect(await newBrowser().arrive(`${callback}?code=x&state=y`)).toBe("/login?oidc=expired");
    // Someone else's way back, in a browser that's in a login of its own.
    const other = newBrowser();
    await other.begin();
    expect(await other.arrive(url)).toBe(refusedWith("expired"));
    expect(await other.account()).toBeNull();

    const kept = new Map(browser.jar);
    provider.fails({ acceptsTwice: true });
    expect(await browser.arrive(url)).toBe("/inbox");
    expect([...browser.jar.keys()]).toEqual([SESSION_COOKIE]);
    const replayed = newBrowser();
    for (const [name, value] of kept) replayed.jar.set(name, value);
    expect(await replayed.arrive(url)).toBe(refusedWith("expired"));
    expect(await replayed.account()).toBeNull();
  });

  test("isn't used up by what the browser sends ahead for a service worker, or by HEAD", async () => {
    newSomeone();
    const browser = newBrowser();
    const url = await browser.atProvider(await browser.begin());
    const headers = { "Service-Worker-Navigation-Preload": "true" };
    expect(await browser.arrive(url, { headers })).toBe("/login?oidc=expired");
    expect((await browser.call("HEAD", url)).status).toBe(303);
    expect(await browser.arrive(url)).toBe("/inbox");
  });

  test("accepts no cookie that was changed, or that's older than ten minutes", async () => {
    newSomeone();
    const browser = newBrowser();
    const url = await browser.atProvider(await browser.begin());
    for (const [name, value] of browser.jar) browser.jar.set(name, `${value.slice(0, -4)}AAAA`);
    expect(await browser.arrive(url)).toBe("/login?oidc=expired");
    for (const value of ["x", "", "AAAA"]) {
      browser.jar.set("site-inbox.oidc", value);
      expect(await browser.arrive(url)).toBe("/login?oidc=expired");
    }
  });

  test("ID tokens with a wrong nonce, audience, issuer, signature or time open nothing", async () => {
    const { email } = newSomeone();
    const past = Math.floor(Date.now() / 1_000) - 3_600;
    const wrong = [
      { claims: (claims: object) => ({ ...claims, nonce: "of another login" }) },
      { claims: (claims: object) => ({ ...claims, nonce: undefined }) },
      { claims: (claims: object) => ({ ...claims, aud: "another-client" }) },
      { claims: (claims: object) => ({ ...claims, iss: "https://issuer.example" }) },
      { claims: (claims: object) => ({ ...claims, iat: past, exp: past + 60 }) },
      { claims: (claims: object) => ({ ...claims, sub: "s".repeat(256) }) },
      { hasOtherKey: true },
    ];
    for (const faults of wrong) {
      provider.fails(faults);
      const browser = newBrowser();
      expect(await browser.logIn(), JSON.stringify(faults)).toBe(refusedWith("failed"));
      expect(await browser.account()).toBeNull();
    }
    expect(await usersWith(email)).toEqual([]);
  });

  test("says why in the service's own words, and repeats nothing of the query", async () => {
    newSomeone();
    for (const [error, reason] of [
      ["access_denied", "canceled"],
      ["temporarily_unavailable", "unreachable"],
      ["<script>", "failed"],
    ] as const) {
      provider.fails({ error });
      expect(await newBrowser().logIn()).toBe(refusedWith(reason));
    }
    const page = await fetch(`${service.baseUrl}/login?oidc=canceled`);
    expect(await page.text()).toContain("You canceled the login at Example SSO.");
    const unknown = await fetch(`${service.baseUrl}/login?oidc=not-a-reason`);
    expect(await unknown.text()).not.toContain('role="alert" class="contents"><p');
  });

  test("leads to pages whose path has letters that a header can't have", async () => {
    newSomeone();
    for (const next of ["/Ж?q=é", "/%D0%96?q=%C3%A9"]) {
      expect(await newBrowser().logIn({ next }), next).toBe("/%D0%96?q=%C3%A9");
    }
  });

  test("leads to no other site", async () => {
    newSomeone();
    for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example", "inbox"]) {
      expect(await newBrowser().logIn({ next }), next).toBe("/inbox");
    }
  });
});

test("a provider that accepts the secret in the Authorization header alone gets it there", async () => {
  await using careful = await startOidcProvider();
  careful.fails({ authMethod: "client_secret_basic" });
  await using own = await startProcess("basic", { ...careful.settings, ...SETTINGS });
  const email = `${randomUUID()}@${DOMAIN}`;
  careful.logsIn({ sub: randomUUID(), email, email_verified: true });
  const browser = oidcBrowser(own.baseUrl);
  expect(await browser.logIn()).toBe("/inbox");
  expect(await browser.account()).toMatchObject({ email });
});

test("a provider that's down, slow or too talkative is said to be unreachable, and works once it's back", async () => {
  newSomeone();
  await using fresh = await startProcess("provider down", { ...provider.settings, ...SETTINGS });
  const { baseUrl } = fresh;
  const browser = oidcBrowser(baseUrl);
  for (const faults of [{ status: 503 }, { status: 404 }, { isLong: true }, { isSilent: true }]) {
    provider.fails(faults);
    const { detail } = await refuse("unavailable", "POST", "/auth/oidc/start", { baseUrl, body: {} });
    expect(detail).toBe(
      `Can't reach ${new URL(provider.url).host} at the moment. Logging in with a password still works.`,
    );
  }
  provider.fails();
  const url = await browser.atProvider(await browser.begin());
  provider.fails({ status: 502 });
  expect(await browser.arrive(url)).toBe(refusedWith("unreachable"));
  provider.fails();
  expect(await browser.logIn()).toBe("/inbox");
});

test("a service without a provider has no login through one", async () => {
  const { token } = await newOwner();
  await refuse("not_accepted", "POST", "/auth/oidc/start", { body: {} });
  await refuse("not_accepted", "GET", "/account/oidc", { token });
  const page = await fetch(`${service.baseUrl}/login`);
  expect(await page.text()).toContain("Continue with Example SSO");
});

test.describe("someone with an invitation", () => {
  async function invite(email: string, baseUrl = service.baseUrl) {
    const owner = await newOwner();
    const body = { email, role: "agent" };
    const { link } = await ask(NewInvitationResponse, 201, "POST", "/invitations", {
      baseUrl,
      token: owner.token,
      body,
    });
    return { owner, token: link.split("#")[1] ?? "" };
  }

  test("joins with an account of the invited address, whatever SIGNUP and the domains say, once", async () => {
    await using closed = await startProcess("invited", { ...provider.settings, JOBS: "off", SIGNUP: "closed" });
    const { email } = newSomeone({ email: newEmail().toUpperCase() });
    const { owner, token } = await invite(email.toLowerCase());
    const browser = oidcBrowser(closed.baseUrl);
    const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
    expect(await browser.logIn({ invitation: token, next: "/invite" })).toBe(`/w/${row?.id}/inbox`);
    expect(await browser.account()).toMatchObject({ email });
    newSomeone({ email: newEmail() });
    const late = await oidcBrowser(closed.baseUrl).logIn({ invitation: token, next: "/invite" });
    expect(late).toBe("/invite?oidc=gone");
  });

  test("is refused with another address or one that isn't verified, and no account is created", async () => {
    const { token } = await invite(newEmail());
    const { email } = newSomeone();
    expect(await newBrowser().logIn({ invitation: token, next: "/invite" })).toBe("/invite?oidc=other_address");
    const { email: unverified } = newSomeone({ email_verified: false });
    expect(await newBrowser().logIn({ invitation: token, next: "/invite" })).toBe("/invite?oidc=unverified");
    expect([...(await usersWith(email)), ...(await usersWith(unverified))]).toEqual([]);
  });

  test("goes back to the invitation if they have an account", async () => {
    const { owner, someone } = await newLinked();
    const { token } = await invite(owner.email);
    newSomeone(someone);
    const browser = newBrowser();
    expect(await browser.logIn({ invitation: token, next: "/invite" })).toBe("/invite");
    expect((await browser.account())?.id).toBe(owner.user.id);
  });
});

test("a password reset by a link removes the account's links, except those of an account that had no password", async () => {
  async function reset(userId: string): Promise<void> {
    const token = randomUUID();
    await sql(
      `INSERT INTO one_time_links (token_hash, kind, user_id, stands_for, expires_at)
       SELECT sha256(convert_to($2, 'UTF8')), 'reset', id, sha256(convert_to(email_key || ' ' || password_hash, 'UTF8')),
         now() + interval '1 hour' FROM users WHERE id = $1`,
      [userId, token],
    );
    await askNothing("POST", "/auth/reset-password", { body: { token, newPassword: PASSWORD } });
  }
  const { owner } = await newLinked();
  await reset(owner.user.id);
  expect(await linksOf(owner)).toEqual([]);

  const someone = newSomeone();
  const browser = newBrowser();
  await browser.logIn();
  const [user] = await usersWith(someone.email);
  await reset(String(user?.id));
  await ask(SessionResponse, 200, "POST", "/auth/login", { body: { email: someone.email, password: PASSWORD } });
  expect(await browser.logIn()).toBe("/inbox");
});

test.describe("a workspace that requires the provider", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const requireNow = ({ user }: Pick<Owner, "user">) =>
    sql("UPDATE workspaces SET oidc_from = now() WHERE owner_id = $1", [user.id]);
  const tokenOf = ({ jar }: ReturnType<typeof newBrowser>) => jar.get(SESSION_COOKIE) ?? "";
  const change = (token: string, body: object) =>
    [
      "PATCH",
      "/workspace/security",
      { baseUrl: service.baseUrl, token, body: { currentPassword: PASSWORD, ...body } },
    ] as const;

  test("is set by an owner who is logged in through it, at least a day ahead, and lifted by any owner", async () => {
    const { owner, browser } = await newLinked();
    await refuse("conflict", ...change(owner.token, { oidcFrom: inDays(2) }));
    const token = tokenOf(browser);
    await refuseFields(["oidcFrom"], ...change(token, { oidcFrom: inDays(0.9) }));
    const { workspace } = await ask(WorkspaceResponse, 200, ...change(token, { oidcFrom: inDays(2) }));
    expect(workspace.oidcFrom).toBeDefined();
    const members = await ask(MemberListResponse, 200, "GET", "/members", { baseUrl: service.baseUrl, token });
    expect(members.members).toMatchObject([{ linked: true }]);
    // The main service has no provider, so no one can begin to require it there.
    await refuse("conflict", "PATCH", "/workspace/security", {
      token,
      body: { currentPassword: PASSWORD, oidcFrom: inDays(2) },
    });
    const lifted = await ask(WorkspaceResponse, 200, ...change(owner.token, { oidcFrom: null }));
    expect("oidcFrom" in lifted.workspace).toBe(false);
  });

  test("opens to sessions from the provider and to API keys, and keeps what's about the person open to all", async () => {
    const { owner, someone } = await newLinked();
    const { baseUrl } = service;
    const { secret: key } = await newApiKey(owner);
    const workspace = (token: string) => send("GET", "/workspace", { baseUrl, token });
    expect((await workspace(owner.token)).status).toBe(200);
    await requireNow(owner);
    const problem = readProblem(await workspace(owner.token), "oidc_required");
    expect(problem.detail).toBe("This workspace requires logging in through the service's login provider.");
    expect((await send("GET", "/account", { baseUrl, token: owner.token })).status).toBe(200);
    newSomeone(someone);
    const browser = newBrowser();
    await browser.logIn();
    for (const token of [tokenOf(browser), key]) expect((await workspace(token)).status).toBe(200);

    const inbox = (token: string) =>
      fetch(`${baseUrl}/inbox`, { headers: { Cookie: `${SESSION_COOKIE}=${token}` } }).then(
        ({ url }) => new URL(url).pathname,
      );
    expect(await inbox(owner.token)).toBe("/required-login");
    expect(await inbox(tokenOf(browser))).toMatch(/\/inbox$/);

    const unlinked = await browser.call("DELETE", "/account/oidc", { body: { currentPassword: PASSWORD } });
    expect(unlinked.status).toBe(204);
    readProblem(await workspace(tokenOf(browser)), "oidc_required");
  });

  test("stays closed when the service has no provider or another one, until the operator lifts it", async () => {
    const { owner, browser } = await newLinked();
    await requireNow(owner);
    const token = tokenOf(browser);
    expect((await send("GET", "/workspace", { baseUrl: service.baseUrl, token })).status).toBe(200);
    const { detail } = await refuse("oidc_required", "GET", "/workspace", { token });
    expect(detail).toBe(
      "This workspace requires logging in through the login provider, which this service no longer has. Ask its operator.",
    );
    const { OIDC_ISSUER: _, ...rest } = provider.settings;
    await using other = await startProcess("other issuer", {
      ...rest,
      ...SETTINGS,
      OIDC_ISSUER: "http://localhost:9/",
    });
    await refuse("oidc_required", "GET", "/workspace", { baseUrl: other.baseUrl, token });
    const page = await fetch(`${testEnvironment.baseUrl}/inbox`, { headers: { Cookie: `${SESSION_COOKIE}=${token}` } });
    expect(await page.text()).toContain("This service no longer has a login provider.");
    const command = await runOwner("lift-oidc", owner.email);
    expect(command.output).toContain("1 of the workspaces");
    expect((await send("GET", "/workspace", { token })).status).toBe(200);
    const [entry] = await sql(
      `SELECT a.via FROM activity a JOIN workspaces w ON w.id = a.workspace_id
       WHERE w.owner_id = $1 AND a.action = 'workspace.security_changed'`,
      [owner.user.id],
    );
    expect(entry).toEqual({ via: "operator" });
    expect((await runOwner("lift-oidc", newEmail())).output).toContain("has no account");
  });
});

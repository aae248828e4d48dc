import { expect, test } from "@playwright/test";
import { AccountAnswer } from "#lib/owners/schema.ts";
import { SiteAnswer } from "#lib/sites/schema.ts";
import { ask, askNothing, type Call, refuse } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwner, newOwnerWithSite, type Owner, PASSWORD } from "../support/people.ts";
import { storedRows } from "../support/stored-rows.ts";

const COOKIE = "next-auth.session-token";

type CookieJar = Map<string, string>;

/** Sends a request as a browser would, keeping its cookies. */
async function browse(jar: CookieJar, path: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(testEnvironment.baseUrl + path, {
    redirect: "manual",
    headers: { Cookie: cookieHeader(jar) },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) jar.set(name, decodeURIComponent(value));
    else jar.delete(name);
  }
  return response;
}

const cookieHeader = (jar: CookieJar) =>
  [...jar].map(([name, value]) => `${name}=${name === COOKIE ? value : encodeURIComponent(value)}`).join("; ");

async function csrfToken(jar: CookieJar): Promise<string> {
  return (await (await browse(jar, "/api/auth/csrf")).json()).csrfToken;
}

/** Logs in at the dashboard's door. Answers where it sends the browser, and its cookies. */
async function logInByForm(fields: Record<string, string>) {
  const jar: CookieJar = new Map();
  const form = { csrfToken: await csrfToken(jar), json: "true", ...fields };
  const response = await browse(jar, "/api/auth/callback/credentials", form);
  return { jar, response };
}

const cookieOf = (owner: Owner, headers: Record<string, string> = {}): Call => ({
  headers: { Cookie: `other=1; ${COOKIE}=${owner.token}; last=2`, ...headers },
});

test.describe("the dashboard's log-in", () => {
  test("puts a user token into a cookie that scripts cannot read, and it opens owner routes", async () => {
    const owner = await newOwner();
    const { jar, response } = await logInByForm({ email: owner.email, password: PASSWORD });
    const line = response.headers.getSetCookie().find((one) => one.startsWith(`${COOKIE}=`));
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    const headers = { Cookie: cookieHeader(jar) };
    expect(await ask(AccountAnswer, 200, "GET", "/account", { headers })).toEqual({ user: owner.user });
    // One format, one verifier: what the cookie holds is a Bearer token too.
    const token = jar.get(COOKIE) ?? "";
    expect(await ask(AccountAnswer, 200, "GET", "/account", { token })).toEqual({ user: owner.user });
  });

  test("gives no cookie for a wrong password, an unknown e-mail or what is no e-mail", async () => {
    const { email } = await newOwner();
    const tries = [
      { email, password: "wrong password" },
      { email: "nobody@example.com", password: PASSWORD },
      { email: "\0", password: PASSWORD },
      { email, password: "" },
      { token: "x" },
    ];
    for (const fields of tries) {
      const { jar, response } = await logInByForm(fields);
      expect(response.status, JSON.stringify(fields)).toBe(401);
      expect(jar.has(COOKIE)).toBe(false);
    }
  });

  test("takes no visitor's token for a log-in", async () => {
    const { visitor } = await newConversation();
    for (const token of [visitor.token, visitor.visitorToken]) {
      expect((await logInByForm({ token })).jar.has(COOKIE)).toBe(false);
    }
  });

  test("needs next-auth's own csrf token, so that nobody is logged in from another site", async () => {
    const owner = await newOwner();
    const jar: CookieJar = new Map();
    const form = { csrfToken: "x", json: "true", email: owner.email, password: PASSWORD };
    await browse(jar, "/api/auth/callback/credentials", form);
    expect(jar.has(COOKIE)).toBe(false);
  });

  for (const callbackUrl of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    test(`never sends the browser to ${callbackUrl} (A24)`, async () => {
      const owner = await newOwner();
      const { response } = await logInByForm({ email: owner.email, password: PASSWORD, callbackUrl });
      const { url } = await response.json();
      expect(new URL(url, testEnvironment.baseUrl).origin).toBe(testEnvironment.baseUrl);
    });
  }

  test("ends by its own log-out: the cookie is gone and its token is dead", async () => {
    const owner = await newOwner();
    const { jar } = await logInByForm({ email: owner.email, password: PASSWORD });
    const token = jar.get(COOKIE) ?? "";
    await browse(jar, "/api/auth/signout", { csrfToken: await csrfToken(jar), json: "true" });
    expect(jar.has(COOKIE)).toBe(false);
    await refuse("unauthenticated", "GET", "/account", { token });
    await ask(AccountAnswer, 200, "GET", "/account", { token: owner.token });
  });
});

test.describe("a request that a cookie vouches for", () => {
  const own = testEnvironment.baseUrl;
  const passing: Record<string, string>[] = [
    {},
    { "Sec-Fetch-Site": "same-origin", Origin: own },
    { "Sec-Fetch-Site": "none" },
    { Origin: own },
  ];
  for (const headers of passing) {
    test(`may change something with ${JSON.stringify(Object.keys(headers))} of our own pages`, async () => {
      const { owner, site } = await newOwnerWithSite();
      const call = { ...cookieOf(owner, headers), body: { name: "Changed" } };
      const changed = await ask(SiteAnswer, 200, "PATCH", `/sites/${site.id}`, {
        ...call,
        headers: { ...call.headers, "Content-Type": "application/json" },
      });
      expect(changed.site.name).toBe("Changed");
    });
  }

  const foreign: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: own },
    { Origin: "https://evil.example" },
    { Origin: "null" },
  ];
  for (const headers of foreign) {
    test(`may change nothing with ${JSON.stringify(headers)}, in no way that a page can send (A18)`, async () => {
      const { owner, site, id } = await newConversation();
      const before = await storedRows(owner);
      const call = cookieOf(owner, headers);
      const form = { raw: "name=x", headers: { ...call.headers, "Content-Type": "application/x-www-form-urlencoded" } };
      const text = { raw: '{"name":"x"}', headers: { ...call.headers, "Content-Type": "text/plain" } };
      for (const sent of [call, form, text]) {
        await refuse("cross_site", "POST", "/sites", sent);
        await refuse("cross_site", "PATCH", `/sites/${site.id}`, sent);
        await refuse("cross_site", "DELETE", `/sites/${site.id}`, sent);
        await refuse("cross_site", "PATCH", `/conversations/${id}`, sent);
        await refuse("cross_site", "POST", `/conversations/${id}/read`, sent);
        await refuse("cross_site", "POST", `/sites/${site.id}/test-message`, sent);
        await refuse("cross_site", "POST", "/auth/logout", sent);
      }
      expect(await storedRows(owner)).toEqual(before);
    });
  }

  test("may read from anywhere, because no other page can see the answer", async () => {
    const owner = await newOwner();
    await ask(AccountAnswer, 200, "GET", "/account", cookieOf(owner, { "Sec-Fetch-Site": "cross-site" }));
  });

  test("is not looked at where there is an Authorization header, which alone decides", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const both = { ...cookieOf(owner), token: other.token };
    expect((await ask(AccountAnswer, 200, "GET", "/account", both)).user).toEqual(other.user);
    await refuse("unauthenticated", "GET", "/account", cookieOf(owner, { Authorization: "Basic x" }));
    await refuse("unauthenticated", "GET", "/account", cookieOf(owner, { Authorization: "" }));
  });

  test("needs no same-origin proof with a Bearer token, because no browser sends that by itself", async () => {
    const owner = await newOwner();
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    await askNothing("POST", "/auth/logout", { token: owner.token, headers });
  });

  for (const cookie of [
    "",
    COOKIE,
    `${COOKIE}=`,
    `${COOKIE}=x`,
    `x${COOKIE}=TOKEN`,
    `${COOKIE}x=TOKEN`,
    `a="${COOKIE}=TOKEN"`,
  ]) {
    test(`opens nothing with the cookie header ${JSON.stringify(cookie)}`, async () => {
      const { token } = await newOwner();
      await refuse("unauthenticated", "GET", "/account", { headers: { Cookie: cookie.replace("TOKEN", token) } });
    });
  }
});

import { expect, test } from "@playwright/test";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, askNothing, type Call, refuse } from "../support/api-client.ts";
import { browse, type CookieJar, cookieHeader, csrfToken, SESSION_COOKIE } from "../support/cookie-jar.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwner, newOwnerWithSite, type Owner, PASSWORD } from "../support/factories.ts";

/** Logs in with the dashboard's form. Returns where it sends the browser, and its cookies. */
async function logInByForm(fields: Record<string, string>) {
  const jar: CookieJar = new Map();
  const form = { csrfToken: await csrfToken(jar), json: "true", ...fields };
  const response = await browse(jar, "/api/auth/callback/credentials", form);
  return { jar, response };
}

const cookieOf = (owner: Owner, headers: Record<string, string> = {}): Call => ({
  headers: { Cookie: `other=1; ${SESSION_COOKIE}=${owner.token}; last=2`, ...headers },
});

test.describe("the dashboard's login", () => {
  test("sets a cookie that scripts can't read, whose user token opens owner routes", async () => {
    const owner = await newOwner();
    const { jar, response } = await logInByForm({ email: owner.email, password: PASSWORD });
    const line = response.headers.getSetCookie().find((one) => one.startsWith(`${SESSION_COOKIE}=`));
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    const headers = { Cookie: cookieHeader(jar) };
    expect(await ask(AccountResponse, 200, "GET", "/account", { headers })).toMatchObject({ user: owner.user });
    // One format, one verifier: what the cookie holds is a Bearer token too.
    const token = jar.get(SESSION_COOKIE) ?? "";
    expect(await ask(AccountResponse, 200, "GET", "/account", { token })).toMatchObject({ user: owner.user });
  });

  test("sets no cookie for a wrong password, an unknown email or a malformed one", async () => {
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
      expect(jar.has(SESSION_COOKIE)).toBe(false);
    }
  });

  test("rejects a visitor's token", async () => {
    const { visitor } = await newConversation();
    for (const token of [visitor.token, visitor.visitorToken]) {
      expect((await logInByForm({ token })).jar.has(SESSION_COOKIE)).toBe(false);
    }
  });

  test("needs next-auth's CSRF token, so no other site can log anyone in", async () => {
    const owner = await newOwner();
    const jar: CookieJar = new Map();
    const form = { csrfToken: "x", json: "true", email: owner.email, password: PASSWORD };
    await browse(jar, "/api/auth/callback/credentials", form);
    expect(jar.has(SESSION_COOKIE)).toBe(false);
  });

  const foreign = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    `${testEnvironment.baseUrl}.evil.example/`,
    `${testEnvironment.baseUrl}@evil.example/`,
    `blob:${testEnvironment.baseUrl}/x`,
    "http://[",
    "evil",
  ];
  for (const callbackUrl of foreign) {
    test(`never sends the browser to ${JSON.stringify(callbackUrl).replace(testEnvironment.baseUrl, "OURS")} (A24)`, async () => {
      const owner = await newOwner();
      const { jar, response } = await logInByForm({ email: owner.email, password: PASSWORD, callbackUrl });
      expect(response.status).toBe(200);
      const { url } = await response.json();
      expect(new URL(url, testEnvironment.baseUrl).origin).toBe(testEnvironment.baseUrl);
      const fields = { csrfToken: await csrfToken(jar), callbackUrl };
      const out = await browse(jar, "/api/auth/signout", fields);
      expect(new URL(out.headers.get("location") ?? "//").origin).toBe(testEnvironment.baseUrl);
    });
  }

  test("redirects to the requested page of ours", async () => {
    const owner = await newOwner();
    for (const callbackUrl of ["/settings/account?a=1#b", `${testEnvironment.baseUrl}/settings/account?a=1#b`]) {
      const { response } = await logInByForm({ email: owner.email, password: PASSWORD, callbackUrl });
      expect((await response.json()).url).toBe(`${testEnvironment.baseUrl}/settings/account?a=1#b`);
    }
  });

  test("ends at logout: the cookie is removed and its token is revoked", async () => {
    const owner = await newOwner();
    const { jar } = await logInByForm({ email: owner.email, password: PASSWORD });
    const token = jar.get(SESSION_COOKIE) ?? "";
    await browse(jar, "/api/auth/signout", { csrfToken: await csrfToken(jar), json: "true" });
    expect(jar.has(SESSION_COOKIE)).toBe(false);
    await refuse("unauthenticated", "GET", "/account", { token });
    await ask(AccountResponse, 200, "GET", "/account", { token: owner.token });
  });
});

test.describe("a request with a cookie", () => {
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
      const changed = await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, {
        ...call,
        headers: { ...call.headers, "Content-Type": "application/json" },
      });
      expect(changed.site.name).toBe("Changed");
    });
  }

  test("may read from any origin, because no other page can see the response", async () => {
    const owner = await newOwner();
    await ask(AccountResponse, 200, "GET", "/account", cookieOf(owner, { "Sec-Fetch-Site": "cross-site" }));
  });

  test("is ignored if there's an Authorization header", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const both = { ...cookieOf(owner), token: other.token };
    expect((await ask(AccountResponse, 200, "GET", "/account", both)).user).toMatchObject(other.user);
    await refuse("unauthenticated", "GET", "/account", cookieOf(owner, { Authorization: "Basic x" }));
    await refuse("unauthenticated", "GET", "/account", cookieOf(owner, { Authorization: "" }));
  });

  test("needs no same-origin proof with a Bearer token, because browsers don't send one automatically", async () => {
    const owner = await newOwner();
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    await askNothing("POST", "/auth/logout", { token: owner.token, headers });
  });

  for (const cookie of [
    "",
    SESSION_COOKIE,
    `${SESSION_COOKIE}=`,
    `${SESSION_COOKIE}=x`,
    `x${SESSION_COOKIE}=TOKEN`,
    `${SESSION_COOKIE}x=TOKEN`,
    `a="${SESSION_COOKIE}=TOKEN"`,
  ]) {
    test(`opens nothing with the cookie header ${JSON.stringify(cookie)}`, async () => {
      const { token } = await newOwner();
      await refuse("unauthenticated", "GET", "/account", { headers: { Cookie: cookie.replace("TOKEN", token) } });
    });
  }
});

test.describe("next-auth's routes", () => {
  const { baseUrl } = testEnvironment;
  const FORM = "application/x-www-form-urlencoded";
  const post = (type: string, body: string, action = "callback/credentials") =>
    fetch(`${baseUrl}/api/auth/${action}`, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": type },
      body,
    });
  const outcomeOf = async (response: Response) => [response.status, (await response.json()).code];

  test("refuse a body that isn't a form with 415", async () => {
    for (const action of ["callback/credentials", "signout"]) {
      for (const type of ["application/json", "text/plain", "multipart/form-data", `${FORM}; x=application/json`]) {
        for (const body of ["x", "{}", ""]) {
          expect(await outcomeOf(await post(type, body, action)), type).toEqual([415, "unsupported_media_type"]);
        }
      }
    }
  });

  test("don't fail on a form without the expected fields", async () => {
    for (const body of ["x", "=", "csrfToken", "%", "__proto__=x", ""]) {
      expect((await post(FORM, body)).status, body).toBe(302);
      expect((await post(`${FORM};charset=UTF-8`, body)).status, body).toBe(302);
    }
  });

  test("reject an unsupported method with 405 and Allow", async () => {
    for (const [method, action, allow] of [
      ["GET", "callback/credentials", "POST"],
      ["HEAD", "callback/credentials", "POST"],
      ["POST", "csrf", "GET, HEAD"],
      ["PUT", "csrf", "GET, HEAD"],
      ["OPTIONS", "session", "GET, HEAD"],
      ["DELETE", "signout", "GET, HEAD, POST"],
      ["POST", "session", "GET, HEAD"],
      ["POST", "signin", "GET, HEAD"],
    ] as const) {
      const { status, headers } = await fetch(`${baseUrl}/api/auth/${action}`, { method, redirect: "manual" });
      expect([status, headers.get("allow")], action).toEqual([405, allow]);
    }
  });

  test("respond to HEAD as to GET, without the body", async () => {
    for (const action of ["csrf", "session", "signin", "signout"]) {
      const outcomes = [];
      for (const method of ["GET", "HEAD"]) {
        const response = await fetch(`${baseUrl}/api/auth/${action}`, { method, redirect: "manual" });
        const { status, headers } = response;
        const named = ["content-type", "cache-control", "location"].map((name) => headers.get(name));
        const cookies = headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0]);
        outcomes.push([status, ...named, ...cookies]);
        if (method === "HEAD") expect(await response.text()).toBe("");
      }
      expect(outcomes[1], action).toEqual(outcomes[0]);
    }
  });

  test("reject an unused action with 404", async () => {
    for (const action of ["callback", "callback/x", "csrf/x", "verify-request", "_log", "__proto__", "constructor"]) {
      expect(await outcomeOf(await fetch(`${baseUrl}/api/auth/${action}`)), action).toEqual([404, "not_found"]);
      expect(await outcomeOf(await post(FORM, "", action)), action).toEqual([404, "not_found"]);
    }
  });
});

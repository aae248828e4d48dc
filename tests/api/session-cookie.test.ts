import { expect, test } from "@playwright/test";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { ask, refuse } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner } from "../support/factories.ts";
import { claimsOf, forgeToken, serviceKey } from "../support/forged-token.ts";
import { startProcess } from "../support/start-process.ts";

const NAME = "next-auth.session-token";

const open = (path: string, cookie: string, baseUrl = testEnvironment.baseUrl) =>
  fetch(baseUrl + path, { redirect: "manual", headers: { Cookie: cookie } });

/** Opens a page of the dashboard by its address without a workspace, which redirects to it. */
const follow = (path: string, cookie: string, baseUrl: string) =>
  fetch(baseUrl + path, { headers: { Cookie: cookie } });

test("two session cookies of one name are both ignored: 401 on the API, logged out on pages, and both are removed", async () => {
  const [one, two] = [await newOwner(), await newOwner()];
  const headers = { Cookie: `${NAME}=${one.token}; ${NAME}=${two.token}` };
  await refuse("unauthenticated", "GET", "/account", { headers });
  const page = await open("/settings/account", headers.Cookie);
  expect(new URL(page.headers.get("location") ?? "", testEnvironment.baseUrl).pathname).toBe("/login");
  expect(page.headers.getSetCookie()).toEqual([`${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`]);
  const session = await open("/api/auth/session", headers.Cookie);
  expect(await session.json()).toEqual({});
});

test("a page sets no cookie for a browser with one session cookie or none", async () => {
  const { token } = await newOwner();
  for (const cookie of ["other=1", `${NAME}=${token}`]) {
    expect((await open("/login", cookie)).headers.getSetCookie()).toEqual([]);
  }
});

test.describe("with https", () => {
  let service: Awaited<ReturnType<typeof startProcess>>;
  let baseUrl: string;
  test.beforeAll(async () => {
    service = await startProcess("secure", { BASE_URL: "https://inbox.example.com" });
    baseUrl = `http://127.0.0.1:${service.port}`;
  });
  test.afterAll(() => service.stop());

  const former = (token: string) => `__Secure-${NAME}=${token}`;
  const present = (token: string) => `__Host-${NAME}=${token}`;

  /** The token of a session, as if it were from before the prefix. */
  const aged = (token: string) =>
    forgeToken({
      claims: { ...claimsOf(token), iat: Date.parse("2026-11-21") / 1000 },
      header: { typ: "user+jwt" },
      key: serviceKey("user"),
    });

  test("the session cookie has the __Host- prefix, and sessions under the previous name move to it", async () => {
    const owner = await newOwner();
    const token = await aged(owner.token);
    for (const cookie of [former(token), present(owner.token)]) {
      const { user } = await ask(AccountResponse, 200, "GET", "/account", { headers: { Cookie: cookie }, baseUrl });
      expect(user).toMatchObject(owner.user);
      expect((await follow("/settings/account", cookie, baseUrl)).status).toBe(200);
    }
    const moved = (await open("/settings/account", former(token), baseUrl)).headers.getSetCookie();
    expect(moved).toEqual([
      `${present(token)}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
      `${former("")}; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
    // next-auth renews it under the present name, after it was moved.
    const renewed = (await open("/api/auth/session", former(token), baseUrl)).headers.getSetCookie();
    expect(renewed.filter((line) => line.startsWith(`__Host-${NAME}=ey`)).length).toBe(2);
    expect(renewed.at(-1)).toMatch(new RegExp(`^__Host-${NAME}=ey.*; Path=/;.*; HttpOnly; Secure; SameSite=Lax$`, "i"));
    await refuse("unauthenticated", "GET", "/account", { headers: { Cookie: `${NAME}=${owner.token}` }, baseUrl });
  });

  test("a session that a neighboring host plants under the previous name is ignored and removed", async () => {
    const eve = await newOwner();
    for (const token of [eve.token, "x", `${(await aged(eve.token)).slice(0, -4)}AAAA`]) {
      const headers = { Cookie: former(token) };
      await refuse("unauthenticated", "GET", "/account", { headers, baseUrl });
      const page = await open("/login", headers.Cookie, baseUrl);
      expect(page.status).toBe(200);
      const set = page.headers.getSetCookie();
      expect(set.map((line) => line.split(";")[0])).toEqual(expect.arrayContaining([present(""), former("")]));
      expect(set.join()).not.toContain(token.length > 1 ? token : "=x");
      const session = await open("/api/auth/session", headers.Cookie, baseUrl);
      expect(await session.json()).toEqual({});
    }
  });

  test("the prefixed cookie works whatever cookies a neighboring host has planted", async () => {
    const [owner, eve] = [await newOwner(), await newOwner()];
    const headers = { Cookie: [former(eve.token), present(owner.token), former(eve.token)].join("; ") };
    const { user } = await ask(AccountResponse, 200, "GET", "/account", { headers, baseUrl });
    expect(user).toMatchObject(owner.user);
    expect(await (await follow("/settings/account", headers.Cookie, baseUrl)).text()).toContain(owner.email);
    await refuse("unauthenticated", "GET", "/account", {
      headers: { Cookie: `${former(await aged(owner.token))}; ${former(await aged(eve.token))}` },
      baseUrl,
    });
  });

  test("logging out removes the cookie under both names", async () => {
    const { token } = await newOwner();
    const response = await fetch(`${baseUrl}/auth/logout`, {
      method: "POST",
      headers: { Cookie: former(await aged(token)) },
    });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie().map((line) => line.split("=")[0])).toEqual([
      `__Host-${NAME}`,
      `__Secure-${NAME}`,
    ]);
  });
});

import { expect, test } from "@playwright/test";
import { testEnvironment } from "../support/environment.ts";
import { newOwner } from "../support/factories.ts";
import { limitedProcess, newAddress } from "../support/limited-process.ts";
import { sendRaw } from "../support/raw-http.ts";

const { baseUrl } = testEnvironment;

for (const path of ["/login", "/inbox", "/", "/docs", "/no-such-page", "/api/other", "/_next/static/x.js"]) {
  test(`${path} accepts GET and HEAD, and responds to any other method with 405 and Allow`, async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
      const { status, headers } = await fetch(baseUrl + path, { method, redirect: "manual" });
      expect([status, headers.get("allow")], method).toEqual([405, "GET, HEAD"]);
    }
    // fetch() sends no TRACE.
    const { status, head } = await sendRaw(`TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([status, /^allow: (.*)$/im.exec(head)?.[1]]).toEqual([405, "GET, HEAD"]);
    const head405 = await fetch(baseUrl + path, { method: "HEAD", redirect: "manual" });
    expect(head405.status).not.toBe(405);
  });
}

test("the log-in's own routes accept POST as well, and nothing else", async () => {
  expect((await fetch(`${baseUrl}/api/auth/csrf`)).status).toBe(200);
  expect((await fetch(`${baseUrl}/api/auth/signout`, { method: "POST", redirect: "manual" })).status).toBe(302);
  for (const method of ["PUT", "DELETE", "OPTIONS"]) {
    const { status, headers } = await fetch(`${baseUrl}/api/auth/csrf`, { method });
    expect([status, headers.get("allow")], method).toEqual([405, "GET, HEAD, POST"]);
  }
});

test("headers that Next keeps for itself change nothing about a page, and those of navigation do", async () => {
  const { token } = await newOwner();
  const ask = async (headers: Record<string, string>, query = "") => {
    const page = await fetch(`${baseUrl}/settings/account${query}`, {
      redirect: "manual",
      headers: { Cookie: `next-auth.session-token=${token}`, ...headers },
    });
    return [page.status, page.headers.get("content-type"), page.headers.get("location")];
  };
  const plain = await ask({});
  expect(plain.slice(0, 2)).toEqual([200, "text/html; charset=utf-8"]);
  const internal = {
    "Next-Action": "x",
    "x-middleware-subrequest": "middleware:middleware",
    "x-middleware-rewrite": "/login",
    "x-nextjs-data": "1",
    "x-nextjs-postponed": "1",
    "x-invoke-path": "/login",
    "x-invoke-status": "500",
    "x-matched-path": "/login",
    "x-now-route-matches": "1",
    "x-prerender-revalidate": "x",
    "next-resume": "1",
  };
  for (const [name, value] of Object.entries(internal)) expect(await ask({ [name]: value }), name).toEqual(plain);
  // Next sends a browser without the right one there itself.
  expect(await ask({ RSC: "1" })).toEqual([307, null, "/settings/account?_rsc"]);
  expect(await ask({ RSC: "1" }, "?_rsc")).toEqual([200, "text/x-component", null]);
});

test("pages of one address are limited by LIMIT_ADDRESS, apart from its other requests, and say when to come again", async () => {
  await using service = await limitedProcess({ LIMIT_ADDRESS: "3" });
  const from = newAddress();
  const open = (path: string, { address = from, method = "GET" } = {}) =>
    fetch(service.baseUrl + path, { method, redirect: "manual", headers: { "X-Forwarded-For": address } });
  for (const path of ["/login", "/no-such-page", "/inbox"]) expect((await open(path)).status).not.toBe(429);
  const refused = await open("/login");
  expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/plain; charset=utf-8"]);
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(refused.headers.get("ratelimit-policy")).toBe('"page";q=3;w=60');
  expect(await refused.text()).toBe(`Too many requests. Try again in ${seconds} seconds.\n`);
  const head = await open("/login", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([429, ""]);
  // Files, the log-in's routes and other addresses have their own counts.
  expect((await open("/_next/static/x.js")).status).toBe(404);
  expect((await open("/api/auth/csrf")).status).toBe(200);
  expect((await open("/login", { address: newAddress() })).status).toBe(200);
});

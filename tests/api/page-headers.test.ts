import { expect, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { pathInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner, newOwnerWithSite } from "../support/factories.ts";
import { sendRaw } from "../support/raw-http.ts";

const fetchPage = (path: string, headers: Record<string, string> = {}) =>
  fetch(testEnvironment.baseUrl + path, { redirect: "manual", headers });

function directives(headers: Headers): Map<string, string> {
  const policy = headers.get("content-security-policy") ?? "";
  return new Map(policy.split("; ").map((one) => [one.split(" ")[0] ?? "", one.split(" ").slice(1).join(" ")]));
}

for (const path of ["/login", "/signup", "/inbox", "/chat", "/reset-password", "/no-such-page"]) {
  test(`${path} forbids what our pages never need (F5, F7)`, async () => {
    const { headers } = await fetchPage(path);
    const policy = directives(headers);
    expect(policy.get("default-src")).toBe("'self'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("script-src")).toMatch(/'nonce-[\w+/=]{20,}'/);
    expect(policy.get("require-trusted-types-for")).toBe("'script'");
    expect(policy.get("trusted-types")).toBe("default");
    for (const value of policy.values()) expect(value).not.toMatch(/unsafe-|\*|https:(\s|$)/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.has("x-powered-by")).toBe(false);
  });
}

test("every page has a new nonce, since a known one is useless", async () => {
  const nonceOf = async () => directives((await fetchPage("/login")).headers).get("script-src");
  expect(await nonceOf()).not.toBe(await nonceOf());
});

test("a page with an owner's data is never cached (G8)", async () => {
  const owner = await newOwner();
  const path = await pathInside(owner, "/inbox");
  const { status, headers } = await fetchPage(path, { Cookie: `next-auth.session-token=${owner.token}` });
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toContain("no-store");
});

test("a dashboard page redirects strangers to the login page, only on this host (A27)", async () => {
  const { status, headers } = await fetchPage("/inbox", { "X-Forwarded-Host": "evil.example" });
  expect([302, 303, 307, 308]).toContain(status);
  const target = new URL(headers.get("location") ?? "", testEnvironment.baseUrl);
  expect([target.origin, target.pathname]).toEqual([testEnvironment.baseUrl, "/login"]);
});

test("no page, redirect or file uses a request's Host header in a link (A27)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const cookie = `next-auth.session-token=${owner.token}`;
  const paths = [
    ...[
      "/inbox",
      await pathInside(owner, "/inbox"),
      "/login",
      "/signup",
      "/settings/sites",
      `/settings/sites/${site.id}`,
      "/settings/account",
    ],
    ...[`/demo?site=${site.publicKey}`, `/widget.js?site=${site.publicKey}`, `/widget/frame?site=${site.publicKey}`],
    ...[
      "/api/auth/signin",
      "/api/auth/signout",
      "/api/auth/csrf",
      "/api/auth/providers",
      "/no-such-page",
      "/",
      "/docs",
      "/openapi.json",
    ],
  ];
  const forged = ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "Forwarded: host=evil.example"];
  for (const path of paths) {
    for (const cookies of [[], [`Cookie: ${cookie}`]]) {
      const lines = [`GET ${path} HTTP/1.1`, "Host: evil.example", ...forged, ...cookies, "Connection: close", "", ""];
      const { status, head, body } = await sendRaw(lines.join("\r\n"));
      expect(status, path).toBeLessThan(500);
      expect(head + body, path).not.toContain("evil.example");
    }
  }
  const settings = await fetchPage(await pathInside(owner, `/settings/sites/${site.id}/install`), {
    Cookie: cookie,
    "X-Forwarded-Host": "evil.example",
  });
  expect(await settings.text()).toContain(`${testEnvironment.baseUrl}/widget.js?site=${site.publicKey}`);
});

const RESPONSES: [what: string, method: string, path: string, status: number][] = [
  ["a refusal", "GET", "/sites", 401],
  ["an invalid path", "GET", "/conversations/%ZZ", 400],
  ["a method the route doesn't have", "PUT", "/sites", 405],
  ["a response to any origin", "OPTIONS", "/public/conversations", 204],
];

for (const [what, method, path, status] of RESPONSES) {
  test(`${what} of the API is text that can't run, can't be framed, and names no product (F5)`, async () => {
    const response = await send(method, path);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    for (const name of ["x-powered-by", "server"]) expect(response.headers.has(name), name).toBe(false);
  });
}

test("a response by Node's own parser has the same headers (F5)", async () => {
  const { head } = await sendRaw("GET /sites HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n");
  expect(head).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'\r?$/im);
});

test("headers over 16 KiB are rejected, and the service goes on (B32)", async () => {
  const request = `GET /sites HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`;
  expect((await sendRaw(request)).status).toBe(431);
  expect((await sendRaw(`GET /sites?${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).status).toBe(431);
  expect((await send("GET", "/sites")).status).toBe(401);
});

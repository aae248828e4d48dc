import { expect, test } from "@playwright/test";
import { workspaceOfPath } from "#lib/base/access/workspace-path.ts";
import { pathInside } from "../support/dashboard-page.ts";
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

test("the login's own routes accept the methods of each, and nothing else", async () => {
  const signOut = `${baseUrl}/api/auth/signout`;
  expect((await fetch(`${baseUrl}/api/auth/csrf`)).status).toBe(200);
  expect((await fetch(signOut, { method: "POST", redirect: "manual" })).status).toBe(302);
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
    const { status, headers } = await fetch(signOut, { method });
    expect([status, headers.get("allow")], method).toEqual([405, "GET, HEAD, POST"]);
  }
  const { status, head } = await sendRaw("TRACE /api/auth/csrf HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect([status, /^allow: (.*)$/im.exec(head)?.[1]]).toEqual([405, "GET, HEAD"]);
});

test("Next's internal headers don't change a page, and those of navigation do", async () => {
  const owner = await newOwner();
  const { token } = owner;
  const path = await pathInside(owner, "/settings/account");
  const ask = async (headers: Record<string, string>, query = "") => {
    const page = await fetch(`${baseUrl}${path}${query}`, {
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
  expect(await ask({ RSC: "1" })).toEqual([307, null, `${path}?_rsc`]);
  expect(await ask({ RSC: "1" }, "?_rsc")).toEqual([200, "text/x-component", null]);
});

test("pages per address are limited by a fifth of LIMIT_ADDRESS, apart from other requests, and say when to try again", {
  tag: "@all",
}, async () => {
  await using service = await limitedProcess({ LIMIT_ADDRESS: "15" });
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
  expect((await open("/api/auth")).status).toBe(429);
  // Files, the log-in's routes and other addresses have their own counts.
  expect((await open("/_next/static/x.js")).status).toBe(404);
  expect((await open("/api/auth/csrf")).status).toBe(200);
  expect((await open("/login", { address: newAddress() })).status).toBe(200);
});

test("paths that no page has get the same not-found page, each with its own policy's nonce, rendered once", async () => {
  const open = async (path: string, method = "GET") => {
    const page = await fetch(baseUrl + path, { method, redirect: "manual" });
    const text = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "")?.[1] ?? "none";
    return { page, text, nonce };
  };
  const rendered = await open("/login/no-such-page");
  const [one, other, head] = [await open("/no/such/page?x"), await open("/wp-login.php"), await open("/.env", "HEAD")];
  for (const { page, text, nonce } of [one, other]) {
    expect(page.status).toBe(404);
    expect(text).toContain("Page not found");
    expect(text).not.toMatch(/no\/such|wp-login/);
    expect(new Set(text.match(/(?<=nonce=")[^"]*/g))).toEqual(new Set([nonce]));
  }
  expect([head.page.status, head.text]).toEqual([404, ""]);
  const policyOf = ({ page, nonce }: typeof one) =>
    page.headers.get("content-security-policy")?.replaceAll(nonce, "NONCE");
  expect(policyOf(one)).toBe(policyOf(rendered));
  const names = ({ page }: typeof one) =>
    [...page.headers.keys()]
      .filter((name) => !/^content-(length|encoding)|^transfer|^x-next|^vary|^link/.test(name))
      .sort((a, b) => a.localeCompare(b));
  expect(names(one)).toEqual(names(rendered));
});

test("a file that doesn't exist gets a short 404, with GET and with HEAD, and one that exists is served", async () => {
  for (const path of [
    "/_next/x",
    "/_next",
    "/_next/static/x.js",
    "/_next/image?url=%2Ffavicon.ico&w=64&q=75",
    "/_next/data/x",
  ]) {
    const missing = await fetch(baseUrl + path, { redirect: "manual" });
    expect([missing.status, missing.headers.get("content-type")], path).toEqual([404, "application/problem+json"]);
    expect((await fetch(baseUrl + path, { method: "HEAD", redirect: "manual" })).status, path).toBe(404);
  }
  for (const path of await filesOfLogin()) expect((await fetch(baseUrl + path)).status, path).toBe(200);
});

test("a page's files are the same compressed or not, in the encoding that's accepted, and may be kept for good", async () => {
  const smaller = { br: 0, gzip: 0 };
  for (const path of await filesOfLogin()) {
    const open = async (accepted: string) => {
      const response = await fetch(baseUrl + path, { headers: { "Accept-Encoding": accepted } });
      expect(response.headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("vary"), path).toBe("Accept-Encoding");
      const size = Number(response.headers.get("content-length"));
      const encoding = response.headers.get("content-encoding");
      return { size, encoding, type: response.headers.get("content-type"), text: await response.text() };
    };
    const plain = await open("identity");
    expect(plain, path).toMatchObject({
      encoding: null,
      type: expect.stringMatching(/^(text\/(javascript|css)|font\/woff2)/),
    });
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, br;q=0", "gzip"],
    ] as const) {
      const packed = await open(accepted);
      expect(packed, path).toMatchObject({ type: plain.type, text: plain.text });
      expect([encoding, null], path).toContain(packed.encoding);
      if (packed.encoding) smaller[encoding] += plain.size - packed.size;
      else expect(packed.size).toBe(plain.size);
    }
    const known = (await fetch(baseUrl + path)).headers.get("etag") ?? "";
    const again = await fetch(baseUrl + path, { headers: { "If-None-Match": `"other", ${known}` } });
    expect([again.status, again.headers.get("etag"), await again.text()], path).toEqual([304, known, ""]);
    const head = await fetch(baseUrl + path, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
    expect([Number(head.headers.get("content-length")), await head.text()], path).toEqual([plain.size, ""]);
    expect((await fetch(`${baseUrl}${path}.br`)).status, path).toBe(404);
  }
  expect(smaller.gzip).toBeGreaterThan(0);
  expect(smaller.br).toBeGreaterThan(smaller.gzip);
});

/** The paths of the files that the login page loads. */
async function filesOfLogin(): Promise<string[]> {
  const page = await (await fetch(`${baseUrl}/login`)).text();
  const paths = new Set([...page.matchAll(/"(\/_next\/static\/[^"?\\]+)/g)].map(([, path]) => path ?? ""));
  expect(paths.size).toBeGreaterThan(2);
  return [...paths];
}

const state = (value: unknown) => encodeURIComponent(JSON.stringify(value));

for (const [name, values] of Object.entries({
  "Next-Router-State-Tree": [
    "zzz",
    "",
    "%",
    "[",
    "null",
    "{}",
    "[]",
    state(["", {}, 1]),
    state([["a", "b", "x"], {}]),
    state(["", { children: "x" }]),
    `${"[".repeat(6_000)}`,
    state(Array.from({ length: 300 }).reduce<unknown>((inner) => ["", { children: inner }], ["", {}])),
  ],
  "Next-Router-Prefetch": ["x", "1", "2", "3", "__proto__", "1, 1"],
  "Next-Router-Segment-Prefetch": ["x", "/_tree", "/_index", "/../..", "%", "/__proto__", "/(auth)/login/__PAGE__"],
  "Next-Url": ["x", "//", "http://[", "%", "/../..", "/(.)login"],
  RSC: ["0", "x", "1, 1"],
})) {
  test(`no value of ${name} makes a page fail`, async () => {
    for (const value of values) {
      for (const path of ["/login", "/inbox", "/no-such-page"]) {
        const page = await fetch(baseUrl + path, { headers: { RSC: "1", [name]: value } });
        await page.body?.cancel();
        expect(page.status, `${path} with ${value.slice(0, 60)}`).toBeLessThan(500);
      }
    }
  });
}

test("navigation with the router's state renders only what changes", async () => {
  const owner = await newOwner();
  const headers = { Cookie: `next-auth.session-token=${owner.token}`, RSC: "1" };
  const path = await pathInside(owner, "/settings/account");
  const render = async (extra: Record<string, string>) =>
    (await fetch(`${baseUrl}${path}`, { headers: { ...headers, ...extra } })).text();
  const whole = await render({});
  const inbox = { children: ["inbox", { children: ["__PAGE__", {}] }] };
  const workspace = ["workspaceId", workspaceOfPath(path), "d", null];
  const tree = ["", { children: ["(dashboard)", { children: ["w", { children: [workspace, inbox] }] }] }];
  const part = await render({ "Next-Router-State-Tree": state(tree) });
  expect(part).not.toBe(whole);
  expect(part.length).toBeLessThan(whole.length);
});

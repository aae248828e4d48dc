import { expect, test } from "@playwright/test";
import { routePaths } from "../../server/http/api-router.ts";
import { readProblem, refuse, refuseFields, send } from "../support/api-client.ts";
import { newOwner } from "../support/factories.ts";
import { sendRaw } from "../support/raw-http.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

const ID = "018f0000-0000-7000-8000-000000000000";

test.describe("the order of the checks (contract section 2)", () => {
  test("checks the method before the token", async () => {
    await refuse("method_not_allowed", "DELETE", "/sites");
  });

  test("checks the token before the type, the size, the path and the body", async () => {
    const call = { raw: "x".repeat(70_000), headers: { "Content-Type": "text/plain" } };
    await refuse("unauthenticated", "POST", "/sites", call);
    await refuse("unauthenticated", "PATCH", "/sites/1", call);
    await refuse("unauthenticated", "POST", "/public/conversations/1/messages", call);
  });

  test("checks the origin of a request with a cookie before its type", async () => {
    const { token } = await newOwner();
    const headers = { Cookie: `next-auth.session-token=${token}`, "Sec-Fetch-Site": "cross-site" };
    const call = { headers: { ...headers, "Content-Type": "text/plain" }, raw: "name=x" };
    await refuse("cross_site", "POST", "/sites", call);
    await refuse("unauthenticated", "POST", "/sites", {
      ...call,
      headers: { ...call.headers, Cookie: "next-auth.session-token=x" },
    });
  });

  test("checks the type before the size, and both before the path and the fields", async () => {
    const { token } = await newOwner();
    const big = JSON.stringify({ name: "x".repeat(70_000) });
    await refuse("unsupported_media_type", "PATCH", "/sites/1", { token, raw: big });
    await refuse("payload_too_large", "PATCH", "/sites/1", { token, raw: big, headers: JSON_TYPE });
    await refuse("invalid_json", "PATCH", "/sites/1", { token, raw: "{", headers: JSON_TYPE });
    await refuseFields(["siteId", "name"], "PATCH", "/sites/1", { token, body: { name: "" } });
  });

  test("looks up the row only once the fields are valid", async () => {
    const { token } = await newOwner();
    await refuseFields(["name"], "PATCH", `/sites/${ID}`, { token, body: { name: "" } });
    await refuse("not_found", "PATCH", `/sites/${ID}`, { token, body: { name: "x" } });
  });
});

test.describe("methods (A28)", () => {
  const declared: [path: string, methods: string[]][] = [
    ["/account", ["GET", "HEAD", "PATCH", "DELETE", "OPTIONS"]],
    ["/account/password", ["POST", "OPTIONS"]],
    ["/account/sessions", ["GET", "HEAD", "DELETE", "OPTIONS"]],
    [`/account/sessions/${ID}`, ["DELETE", "OPTIONS"]],
    ["/auth/login", ["POST", "OPTIONS"]],
    ["/auth/logout", ["POST", "OPTIONS"]],
    ["/auth/register", ["POST", "OPTIONS"]],
    ["/sites", ["GET", "HEAD", "POST", "OPTIONS"]],
    [`/sites/${ID}`, ["GET", "HEAD", "PATCH", "DELETE", "OPTIONS"]],
    [`/sites/${ID}/test-message`, ["POST", "OPTIONS"]],
    ["/conversations", ["GET", "HEAD", "OPTIONS"]],
    [`/conversations/${ID}`, ["GET", "HEAD", "PATCH", "DELETE", "OPTIONS"]],
    [`/conversations/${ID}/messages`, ["GET", "HEAD", "POST", "OPTIONS"]],
    [`/conversations/${ID}/read`, ["GET", "HEAD", "POST", "OPTIONS"]],
    [`/conversations/${ID}/typing`, ["POST", "OPTIONS"]],
    ["/public/widget-session", ["POST", "OPTIONS"]],
    ["/public/conversations", ["GET", "HEAD", "POST", "OPTIONS"]],
    [`/public/conversations/${ID}/messages`, ["GET", "HEAD", "POST", "OPTIONS"]],
    [`/public/conversations/${ID}/read`, ["GET", "HEAD", "POST", "OPTIONS"]],
    [`/public/conversations/${ID}/typing`, ["POST", "OPTIONS"]],
  ];
  for (const [path, methods] of declared) {
    test(`returns 405 with Allow for unsupported methods of ${path}, and 204 for OPTIONS`, async () => {
      const options = await send("OPTIONS", path);
      expect(options.status).toBe(204);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        if (methods.includes(method)) continue;
        const response = await send(method, path);
        expect(response.status, method).toBe(405);
        expect(new Set(response.headers.get("allow")?.split(", ")), method).toEqual(new Set(methods));
        expect(options.headers.get("allow")).toBe(response.headers.get("allow"));
        if (method !== "HEAD") readProblem(response, "method_not_allowed");
      }
    });
  }

  test("returns 405 with the same Allow for unsupported methods of every other route", { tag: "@all" }, async () => {
    const paths = routePaths().map(({ segments }) => `/${segments.join("/").replaceAll(/\[\w+\]/g, ID)}`);
    for (const path of paths.filter((one) => !one.startsWith("/widget") && one !== "/openapi.json")) {
      const { status, headers } = await send("OPTIONS", path);
      const allow = headers.get("allow") ?? "";
      expect([status, allow], path).toEqual([204, expect.stringMatching(/, OPTIONS$/)]);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        if (allow.split(", ").includes(method)) continue;
        const response = await send(method, path);
        expect([response.status, response.headers.get("allow")], `${method} ${path}`).toEqual([405, allow]);
      }
    }
  });

  test("returns 405 with Allow for methods that Next has no handlers for", async () => {
    for (const [path, methods] of declared) {
      for (const method of ["PROPFIND", "QUERY"]) {
        const response = await send(method, path);
        readProblem(response, "method_not_allowed");
        expect(new Set(response.headers.get("allow")?.split(", ")), `${method} ${path}`).toEqual(new Set(methods));
      }
    }
  });

  test("returns 405 to TRACE too, in JSON, and never echoes the request", async () => {
    const response = await sendRaw("TRACE /sites HTTP/1.1\r\nHost: x\r\nX-Secret: 7\r\nConnection: close\r\n\r\n");
    expect(response.status).toBe(405);
    expect(response.head).toMatch(/^allow: GET, HEAD, POST, OPTIONS$/im);
    expect(response.head + response.body).not.toContain("X-Secret");
    expect(JSON.parse(response.body)).toMatchObject({ code: "method_not_allowed", status: 405 });
  });

  test("rejects an unknown HTTP method", async () => {
    const response = await sendRaw("FOO /sites HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ code: "invalid_request", status: 400 });
  });

  test("rejects a Host that can't be part of a URL", async () => {
    for (const host of ["a b", "a/b", "[::1"]) {
      const response = await sendRaw(`GET /sites HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(response.status, host).toBe(400);
      expect(JSON.parse(response.body), host).toMatchObject({ code: "invalid_request", status: 400 });
    }
  });

  test("rejects headers that are too large, in JSON too (B32)", async () => {
    const response = await sendRaw(`GET /sites HTTP/1.1\r\nHost: x\r\nX-Large: ${"a".repeat(20_000)}\r\n\r\n`);
    expect(response.status).toBe(431);
    expect(JSON.parse(response.body)).toMatchObject({ code: "headers_too_large", status: 431 });
  });

  test("responds to HEAD like GET, without the body", async () => {
    const { token } = await newOwner();
    const response = await send("HEAD", "/sites", { token });
    expect([response.status, response.text, response.headers.get("content-type")]).toEqual([
      200,
      "",
      "application/json",
    ]);
    expect((await send("HEAD", "/sites")).status).toBe(401);
  });
});

test.describe("paths", () => {
  for (const path of [
    "/sites/x/y",
    `/sites/${ID}/`,
    "/sites/",
    "/conversations/x/y/z",
    "/public/nothing",
    "/public",
    "/auth",
    "/auth/nothing",
    "/account/nothing",
  ]) {
    test(`returns 404 in JSON for ${path}, which isn't an API path`, async () => {
      await refuse("not_found", "GET", path);
      await refuse("not_found", "POST", path, { body: {} });
    });
  }

  for (const path of [
    "/sites/%ZZ",
    "/%ZZ",
    "/sites/%00",
    "/sites/..%2f..",
    "/sites/%2e%2e%2fx/y",
    "/public/conversations/%C3/messages",
    "/sites/%",
  ]) {
    test(`returns 400 in JSON for ${path}, which isn't a valid path`, async () => {
      await refuse("invalid_request", "GET", path);
    });
  }

  test("rejects an absolute URL in the request line, since it's not a proxy (B33)", async () => {
    const request = "GET http://example.com/sites HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n";
    const response = await sendRaw(request);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ code: "invalid_request" });
  });
});

test.describe("an error", () => {
  test("never repeats the input or ids in its message", async () => {
    const { token } = await newOwner();
    const secret = "s3cr3t-value";
    const problems = [
      await refuse("invalid_request", "POST", "/sites", {
        token,
        body: { name: 1, accentColor: secret, domain: [secret] },
      }),
      await refuse("invalid_request", "GET", `/sites/${secret}`, { token }),
      await refuse("invalid_request", "GET", `/conversations?status=${secret}&limit=${secret}&cursor=${secret}`, {
        token,
      }),
      await refuse("not_found", "GET", `/sites/${ID}`, { token }),
      await refuse("invalid_credentials", "POST", "/auth/login", {
        body: { email: `${secret}@example.com`, password: secret },
      }),
      await refuse("unauthenticated", "GET", "/sites", { token: secret }),
    ];
    for (const problem of problems) {
      expect(JSON.stringify(problem)).not.toContain(secret);
      expect(JSON.stringify({ ...problem, requestId: "" })).not.toContain(ID);
    }
  });

  test("has a new request id, whatever id the caller sends", async () => {
    const headers = { "X-Request-Id": ID };
    const [one, two] = [
      await refuse("unauthenticated", "GET", "/sites", { headers }),
      await refuse("unauthenticated", "GET", "/sites"),
    ];
    expect(one.requestId).not.toBe(ID);
    expect(one.requestId).not.toBe(two.requestId);
  });
});

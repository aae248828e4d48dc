import { expect, test } from "@playwright/test";
import { routePaths } from "../../server/api-router.ts";
import { type Call, readProblem, refuse, refuseFields, send } from "../support/api-client.ts";
import { inbox, newConversation, newOwner, newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { sendRaw } from "../support/raw-http.ts";
import { storedRows } from "../support/stored-rows.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const ID = "018f0000-0000-7000-8000-000000000000";

test.describe("the order of the checks (contract section 2)", () => {
  test("asks for the method before the token", async () => {
    await refuse("method_not_allowed", "DELETE", "/sites");
  });

  test("asks for the token before the type, the size, the path and the body", async () => {
    const call = { raw: "x".repeat(70_000), headers: { "Content-Type": "text/plain" } };
    await refuse("unauthenticated", "POST", "/sites", call);
    await refuse("unauthenticated", "PATCH", "/sites/1", call);
    await refuse("unauthenticated", "POST", "/public/conversations/1/messages", call);
  });

  test("asks where a cookie's request comes from before its type", async () => {
    const { token } = await newOwner();
    const headers = { Cookie: `next-auth.session-token=${token}`, "Sec-Fetch-Site": "cross-site" };
    const call = { headers: { ...headers, "Content-Type": "text/plain" }, raw: "name=x" };
    await refuse("cross_site", "POST", "/sites", call);
    await refuse("unauthenticated", "POST", "/sites", {
      ...call,
      headers: { ...call.headers, Cookie: "next-auth.session-token=x" },
    });
  });

  test("asks for the type before the size, and for both before the path and the fields", async () => {
    const { token } = await newOwner();
    const big = JSON.stringify({ name: "x".repeat(70_000) });
    await refuse("unsupported_media_type", "PATCH", "/sites/1", { token, raw: big });
    await refuse("payload_too_large", "PATCH", "/sites/1", { token, raw: big, headers: JSON_TYPE });
    await refuse("invalid_json", "PATCH", "/sites/1", { token, raw: "{", headers: JSON_TYPE });
    await refuseFields(["siteId", "name"], "PATCH", "/sites/1", { token, body: { name: "" } });
  });

  test("looks for the row only when the fields are in order", async () => {
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
    test(`returns 405 with Allow for what ${path} does not do, and 204 for OPTIONS`, async () => {
      const options = await send("OPTIONS", path);
      expect(options.status).toBe(204);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        if (methods.includes(method)) continue;
        const answer = await send(method, path);
        expect(answer.status, method).toBe(405);
        expect(new Set(answer.headers.get("allow")?.split(", ")), method).toEqual(new Set(methods));
        expect(options.headers.get("allow")).toBe(answer.headers.get("allow"));
        if (method !== "HEAD") readProblem(answer, "method_not_allowed");
      }
    });
  }

  test("returns 405 with the same Allow for what any other route does not do", async () => {
    const paths = routePaths().map(({ segments }) => `/${segments.join("/").replaceAll(/\[\w+\]/g, ID)}`);
    for (const path of paths.filter((one) => !one.startsWith("/widget") && one !== "/openapi.json")) {
      const { status, headers } = await send("OPTIONS", path);
      const allow = headers.get("allow") ?? "";
      expect([status, allow], path).toEqual([204, expect.stringMatching(/, OPTIONS$/)]);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        if (allow.split(", ").includes(method)) continue;
        const answer = await send(method, path);
        expect([answer.status, answer.headers.get("allow")], `${method} ${path}`).toEqual([405, allow]);
      }
    }
  });

  test("returns 405 with Allow to methods that Next has no handlers for", async () => {
    for (const [path, methods] of declared) {
      for (const method of ["PROPFIND", "QUERY"]) {
        const answer = await send(method, path);
        readProblem(answer, "method_not_allowed");
        expect(new Set(answer.headers.get("allow")?.split(", ")), `${method} ${path}`).toEqual(new Set(methods));
      }
    }
  });

  test("returns 405 to TRACE too, in JSON, and never echoes the request", async () => {
    const answer = await sendRaw("TRACE /sites HTTP/1.1\r\nHost: x\r\nX-Secret: 7\r\nConnection: close\r\n\r\n");
    expect(answer.status).toBe(405);
    expect(answer.head).toMatch(/^allow: GET, HEAD, POST, OPTIONS$/im);
    expect(answer.head + answer.body).not.toContain("X-Secret");
    expect(JSON.parse(answer.body)).toMatchObject({ code: "method_not_allowed", status: 405 });
  });

  test("refuses a method that HTTP has no name for", async () => {
    const answer = await sendRaw("FOO /sites HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "invalid_request", status: 400 });
  });

  test("refuses a Host that no address can be made of", async () => {
    for (const host of ["a b", "a/b", "[::1"]) {
      const answer = await sendRaw(`GET /sites HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer.status, host).toBe(400);
      expect(JSON.parse(answer.body), host).toMatchObject({ code: "invalid_request", status: 400 });
    }
  });

  test("refuses headers that are too large in JSON too (B32)", async () => {
    const answer = await sendRaw(`GET /sites HTTP/1.1\r\nHost: x\r\nX-Large: ${"a".repeat(20_000)}\r\n\r\n`);
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "headers_too_large", status: 431 });
  });

  test("answers HEAD as GET, without the body", async () => {
    const { token } = await newOwner();
    const answer = await send("HEAD", "/sites", { token });
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "", "application/json"]);
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
    "/sites/%2e%2e%2fx/y",
  ]) {
    test(`returns 404 in JSON for ${path}, which the API does not have`, async () => {
      await refuse("not_found", "GET", path);
      await refuse("not_found", "POST", path, { body: {} });
    });
  }

  for (const path of ["/sites/%ZZ", "/%ZZ", "/public/conversations/%C3/messages", "/sites/%"]) {
    test(`returns 400 in JSON for ${path}, which is no path`, async () => {
      await refuse("invalid_request", "GET", path);
    });
  }

  test("is no proxy: an absolute address in the request line is refused (B33)", async () => {
    const request = "GET http://example.com/sites HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n";
    const answer = await sendRaw(request);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "invalid_request" });
  });
});

async function visitorRoutes(): Promise<Array<[path: string, token: string | undefined]>> {
  const { owner, site, visitor, id } = await newConversation();
  return [
    ["/auth/register", undefined],
    ["/auth/login", undefined],
    ["/sites", owner.token],
    [`/sites/${site.id}/test-message`, owner.token],
    [`/conversations/${id}/read`, owner.token],
    [`/conversations/${id}/messages`, owner.token],
    ["/public/widget-session", undefined],
    ["/public/conversations", visitor.token],
    [`/public/conversations/${id}/messages`, visitor.token],
    [`/public/conversations/${id}/read`, visitor.token],
  ];
}

const withToken = (token: string | undefined, call: Call): Call => (token === undefined ? call : { ...call, token });

test.describe("bodies", () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  const noObject: [why: string, raw: string | Uint8Array<ArrayBuffer>][] = [
    ["nothing", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["a list with an object", '[{"message":"x"}]'],
    ["a string", '"x"'],
    ["a number", "1"],
    ["half an object", "{"],
    ["something after the object", '{"message":"x"}x'],
    ["two objects", "{}{}"],
    ["single quotes", "{'message':'x'}"],
    ["NaN", '{"message":NaN}'],
    ["a comment", '{/**/"message":"x"}'],
    ["a bare control character", '{"message":"a\nb"}'],
    ["bytes that are not UTF-8", bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ["an encoded surrogate", bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d)],
    ["UTF-16", new Uint8Array(Buffer.from("\ufeff{}", "utf16le"))],
    ["10 000 brackets", "[".repeat(10_000)],
  ];
  test("that are no JSON object are a 400 on every route that takes one (B1)", async () => {
    for (const [path, token] of await visitorRoutes()) {
      for (const [why, raw] of noObject) {
        await test.step(`${path}: ${why}`, () =>
          refuse("invalid_json", "POST", path, withToken(token, { raw, headers: JSON_TYPE })));
      }
    }
  });

  const types: [type: string | undefined, ok: boolean][] = [
    ["application/json", true],
    ["application/json;charset=UTF-8", true],
    ['application/json; charset="utf-8"', true],
    ["APPLICATION/JSON", true],
    [undefined, false],
    ["", false],
    ["text/plain", false],
    ["text/json", false],
    ["application/x-www-form-urlencoded", false],
    ["multipart/form-data; boundary=x", false],
    ["application/problem+json", false],
    ["application/jsonp", false],
    ["application/json; charset=utf-16", false],
    ["application/json, text/plain", false],
    ["text/plain; application/json", false],
  ];
  test("have to be application/json in UTF-8 (B2, B3)", async () => {
    const { site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const raw = new Uint8Array(Buffer.from('{"message":"x"}'));
    for (const [type, ok] of types) {
      const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
      const answer = await send("POST", "/public/conversations", { token, raw, headers });
      expect(answer.status, type).toBe(ok ? 201 : 415);
      if (!ok) readProblem(answer, "unsupported_media_type");
    }
  });

  test("may start with a byte order mark, which is no part of the text (B4)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const answer = await send("POST", "/public/conversations", {
      token,
      raw: '\ufeff{"message":"x"}',
      headers: JSON_TYPE,
    });
    expect(answer.status).toBe(201);
    expect((await inbox(owner))[0]?.lastMessagePreview).toBe("x");
  });

  for (const encoding of ["gzip", "br", "deflate", "zstd", "gzip, identity", "x"]) {
    test(`are refused with the Content-Encoding ${encoding}, so that none grows when unpacked (B6)`, async () => {
      const { token } = await newOwner();
      const headers = { ...JSON_TYPE, "Content-Encoding": encoding };
      await refuse("unsupported_media_type", "POST", "/sites", { token, raw: '{"name":"x"}', headers });
    });
  }

  test("may hold 64 KiB and not one byte more (B7)", async () => {
    const { token } = await newOwner();
    const padded = (size: number) => `{"name":"x"}${" ".repeat(size - 12)}`;
    expect((await send("POST", "/sites", { token, raw: padded(65_536), headers: JSON_TYPE })).status).toBe(201);
    await refuse("payload_too_large", "POST", "/sites", { token, raw: padded(65_537), headers: JSON_TYPE });
  });

  const head = (token: string, ...lines: string[]) =>
    [
      "POST /sites HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/json",
      `Authorization: Bearer ${token}`,
      ...lines,
      "",
      "",
    ].join("\r\n");

  test("without an end are cut at the limit, and the connection is closed (B7)", async () => {
    const owner = await newOwner();
    const chunk = `1000\r\n${" ".repeat(0x1000)}\r\n`;
    const answer = await sendRaw(head(owner.token, "Transfer-Encoding: chunked") + chunk.repeat(17));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "payload_too_large" });
    expect((await storedRows(owner)).sites).toEqual([]);
  });

  test("that announce too much are refused before they come (B7)", async () => {
    const { token } = await newOwner();
    const answer = await sendRaw(head(token, "Content-Length: 10000000000"));
    expect(answer.status).toBe(413);
    expect(answer.head).toMatch(/^connection: close$/im);
  });

  const lies: [why: string, ...lines: string[]][] = [
    ["a negative length", "Content-Length: -1"],
    ["two lengths", "Content-Length: 12", "Content-Length: 13"],
    ["a length in words", "Content-Length: many"],
    ["a length and chunks together", "Content-Length: 12", "Transfer-Encoding: chunked"],
  ];
  for (const [why, ...lines] of lies) {
    test(`are refused with ${why} (B7, B33)`, async () => {
      const owner = await newOwner();
      const answer = await sendRaw(`${head(owner.token, ...lines)}{"name":"x"}`);
      expect(answer.status).toBe(400);
      expect((await storedRows(owner)).sites).toEqual([]);
    });
  }

  test("shorter than announced are never taken for whole", async () => {
    const owner = await newOwner();
    const request = `${head(owner.token, "Content-Length: 11", "Connection: close")}{"name":"x"}`;
    expect((await sendRaw(request)).status).toBe(400);
    expect((await storedRows(owner)).sites).toEqual([]);
  });

  test("change nothing in the service by the names of their keys (B10)", async () => {
    const { site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const raw = `{"message":"x","__proto__":{"polluted":"1","name":"Eve"},"constructor":{"prototype":{"polluted":"1"}},
      "toString":"x","hasOwnProperty":1}`;
    const answer = await send("POST", "/public/conversations", { token, raw, headers: JSON_TYPE });
    expect(answer.status).toBe(201);
    const after = await start(await openWidget(site), "another");
    expect(JSON.stringify(after)).not.toContain("polluted");
  });

  test("are not needed where a route takes none, and are not looked at there", async () => {
    const { token } = await newOwner();
    expect((await send("POST", "/auth/logout", { token, raw: "[", headers: { "Content-Type": "x/y" } })).status).toBe(
      204,
    );
  });
});

test.describe("what a failure says", () => {
  test("never repeats what was sent, nor ids, in its words", async () => {
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

  test("has a request id of its own each time, whatever id the caller brings", async () => {
    const headers = { "X-Request-Id": ID };
    const [one, two] = [
      await refuse("unauthenticated", "GET", "/sites", { headers }),
      await refuse("unauthenticated", "GET", "/sites"),
    ];
    expect(one.requestId).not.toBe(ID);
    expect(one.requestId).not.toBe(two.requestId);
  });
});

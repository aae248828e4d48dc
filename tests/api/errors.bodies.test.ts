import { expect, test } from "@playwright/test";
import { type Call, readProblem, refuse, send } from "../support/api-client.ts";
import { inbox, newConversation, newOwner, newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { sendRaw } from "../support/raw-http.ts";
import { storedRows } from "../support/stored-rows.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

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
  test("that aren't a JSON object get 400 on every route that takes one (B1)", async () => {
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
  test("must be application/json in UTF-8 (B2, B3)", async () => {
    const { site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const raw = new Uint8Array(Buffer.from('{"message":"x"}'));
    for (const [type, ok] of types) {
      const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
      const response = await send("POST", "/public/conversations", { token, raw, headers });
      expect(response.status, type).toBe(ok ? 201 : 415);
      if (!ok) readProblem(response, "unsupported_media_type");
    }
  });

  test("may start with a byte order mark, which isn't part of the text (B4)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const response = await send("POST", "/public/conversations", {
      token,
      raw: '\ufeff{"message":"x"}',
      headers: JSON_TYPE,
    });
    expect(response.status).toBe(201);
    expect((await inbox(owner))[0]?.lastMessagePreview).toBe("x");
  });

  for (const encoding of ["gzip", "br", "deflate", "zstd", "gzip, identity", "x"]) {
    test(`are rejected with the Content-Encoding ${encoding}, so none expands (B6)`, async () => {
      const { token } = await newOwner();
      const headers = { ...JSON_TYPE, "Content-Encoding": encoding };
      await refuse("unsupported_media_type", "POST", "/sites", { token, raw: '{"name":"x"}', headers });
    });
  }

  test("may have 64 KiB and not one byte more (B7)", async () => {
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

  test("of unknown length are cut off at the limit, and the connection is closed (B7)", async () => {
    const owner = await newOwner();
    const chunk = `1000\r\n${" ".repeat(0x1000)}\r\n`;
    const response = await sendRaw(head(owner.token, "Transfer-Encoding: chunked") + chunk.repeat(17));
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toMatchObject({ code: "payload_too_large" });
    expect((await storedRows(owner)).sites).toEqual([]);
  });

  test("of up to 2 MiB are read to their end before they're rejected, so every sender gets the response", {
    tag: "@all",
  }, async () => {
    const { token } = await newOwner();
    // Otherwise one of twenty such requests fails while it's being sent.
    for (let time = 0; time < 100; time += 1) {
      await refuse("payload_too_large", "POST", "/sites", { token, raw: " ".repeat(2_000_000), headers: JSON_TYPE });
    }
  });

  test("that announce too much are rejected before they're sent (B7)", async () => {
    const { token } = await newOwner();
    const response = await sendRaw(head(token, "Content-Length: 10000000000"));
    expect(response.status).toBe(413);
    expect(response.head).toMatch(/^connection: close$/im);
  });

  const lies: [why: string, ...lines: string[]][] = [
    ["a negative length", "Content-Length: -1"],
    ["two lengths", "Content-Length: 12", "Content-Length: 13"],
    ["a length in words", "Content-Length: many"],
    ["a length and chunks together", "Content-Length: 12", "Transfer-Encoding: chunked"],
  ];
  for (const [why, ...lines] of lies) {
    test(`are rejected with ${why} (B7, B33)`, async () => {
      const owner = await newOwner();
      const response = await sendRaw(`${head(owner.token, ...lines)}{"name":"x"}`);
      expect(response.status).toBe(400);
      expect((await storedRows(owner)).sites).toEqual([]);
    });
  }

  test("shorter than announced are never processed", async () => {
    const owner = await newOwner();
    const request = `${head(owner.token, "Content-Length: 11", "Connection: close")}{"name":"x"}`;
    expect((await sendRaw(request)).status).toBe(400);
    expect((await storedRows(owner)).sites).toEqual([]);
  });

  test("can't change anything in the service through their keys' names (B10)", async () => {
    const { site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const raw = `{"message":"x","__proto__":{"polluted":"1","name":"Eve"},"constructor":{"prototype":{"polluted":"1"}},
      "toString":"x","hasOwnProperty":1}`;
    const response = await send("POST", "/public/conversations", { token, raw, headers: JSON_TYPE });
    expect(response.status).toBe(201);
    const after = await start(await openWidget(site), "another");
    expect(JSON.stringify(after)).not.toContain("polluted");
  });

  test("are ignored on routes that take none", async () => {
    const { token } = await newOwner();
    expect((await send("POST", "/auth/logout", { token, raw: "[", headers: { "Content-Type": "x/y" } })).status).toBe(
      204,
    );
  });
});

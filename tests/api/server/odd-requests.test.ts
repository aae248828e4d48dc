import { expect, test } from "@playwright/test";
import { send } from "../../support/api-client.ts";
import { newConversation } from "../../support/factories.ts";
import { type RawResponse, sendRaw } from "../../support/raw-http.ts";
import { storedRows } from "../../support/stored-rows.ts";

const outcomeOf = ({ status, body }: RawResponse) => `${status} ${body.startsWith("{") ? JSON.parse(body).code : body}`;

test("headers and URLs beyond what any client sends are rejected, and the service goes on (B32)", async () => {
  const lines = (count: number) => "a:b\r\n".repeat(count);
  const get = (path: string, head = "") =>
    sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n`);
  expect(outcomeOf(await get("/sites", `X-Large: ${"a".repeat(16_384)}\r\n`))).toBe("431 headers_too_large");
  expect(outcomeOf(await get(`/sites?q=${"a".repeat(16_384)}`))).toBe("431 headers_too_large");
  expect(outcomeOf(await get("/sites", lines(2_500)))).toBe("431 headers_too_large");
  expect(outcomeOf(await get("/login", lines(2_500)))).toBe("431 headers_too_large");
  // With Host and Connection these are 200, and one more.
  expect(outcomeOf(await get("/sites", lines(198)))).toBe("401 unauthenticated");
  expect(outcomeOf(await get("/sites", lines(199)))).toBe("431 headers_too_large");
  expect((await send("GET", "/sites")).status).toBe(401);
});

test("a request that two programs could read as two is rejected, and no other protocol is spoken (B33)", async () => {
  const { owner, visitor, id } = await newConversation();
  const before = await storedRows(owner);
  const path = `/public/conversations/${id}/messages`;
  const post = (version: string, head: string[], body = '{"message":"x"}', end = "\r\n") => {
    const common = ["Content-Type: application/json", `Authorization: Bearer ${visitor.token}`, "Connection: close"];
    return sendRaw([`POST ${path} ${version}`, ...common, ...head, "", body].join(end));
  };
  const length = "Content-Length: 15";
  const outcomes = {
    "no Host": outcomeOf(await post("HTTP/1.1", [length])),
    "two Hosts": outcomeOf(await post("HTTP/1.1", ["Host: x", "Host: y", length])),
    "a length and chunks": outcomeOf(await post("HTTP/1.1", ["Host: x", length, "Transfer-Encoding: chunked"])),
    "chunks that are not the last": outcomeOf(await post("HTTP/1.1", ["Host: x", "Transfer-Encoding: chunked, x"])),
    "two codings of chunks": outcomeOf(
      await post("HTTP/1.1", ["Host: x", "Transfer-Encoding: chunked", "Transfer-Encoding: identity"]),
    ),
    "bare line feeds": outcomeOf(await post("HTTP/1.1", ["Host: x", length], undefined, "\n")),
    "a folded line": outcomeOf(await post("HTTP/1.1", ["Host: x", "X-Folded: a\r\n b", length])),
    "a space before the colon": outcomeOf(await post("HTTP/1.1", ["Host: x", "Content-Length : 15"])),
    "another version": outcomeOf(await post("HTTP/3.7", ["Host: x", length])),
  };
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((why) => [why, "400 invalid_request"])));
  expect(await storedRows(owner)).toEqual(before);

  for (const protocol of ["websocket", "h2c"]) {
    const upgrade = (where: string) =>
      sendRaw(
        [
          `GET ${where} HTTP/1.1`,
          "Host: 127.0.0.1:1",
          "Connection: Upgrade, close",
          `Upgrade: ${protocol}`,
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "",
          "",
        ].join("\r\n"),
      );
    expect(outcomeOf(await upgrade("/sites"))).toBe("401 unauthenticated");
    expect((await upgrade("/login")).status).toBe(200);
    expect(outcomeOf(await upgrade("http://127.0.0.1:1/sites"))).toBe("400 invalid_request");
  }
});

test("an HTTP/1.0 client, which may omit the Host header, is served (B33)", async () => {
  expect(outcomeOf(await sendRaw("GET /sites HTTP/1.0\r\n\r\n"))).toBe("401 unauthenticated");
  expect((await sendRaw("GET /login HTTP/1.0\r\n\r\n")).status).toBe(200);
});

test("an unknown expectation and CONNECT get a problem", async () => {
  const expecting = (path: string, expectation: string) =>
    sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: ${expectation}\r\nConnection: close\r\n\r\n`);
  for (const path of ["/login", "/sites"]) {
    expect(outcomeOf(await expecting(path, "foo"))).toBe("400 invalid_request");
    expect((await expecting(path, "100-continue")).status).toBe(100);
  }
  for (const target of ["a:1", "127.0.0.1:1", "/sites"]) {
    expect(outcomeOf(await sendRaw(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`))).toBe("400 invalid_request");
  }
});

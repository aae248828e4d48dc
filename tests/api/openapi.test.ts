import { expect, test } from "@playwright/test";
import { currentApiDocument } from "../../server/documents/api-document.ts";
import { testEnvironment } from "../support/environment.ts";

const ask = (headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${testEnvironment.baseUrl}/openapi.json`, { method, headers });

test("GET /openapi.json serves the document of the service's own routes, to anyone and to pages of any origin", async () => {
  const response = await ask({ Origin: "https://editor.example.com" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(await currentApiDocument())));
});

test("GET /openapi.json returns 304 to a caller who has the document already", async () => {
  const first = await ask();
  const tag = first.headers.get("etag") ?? "";
  expect(tag).not.toBe("");
  const second = await ask({ "If-None-Match": tag });
  expect(second.status).toBe(304);
  expect(await second.text()).toBe("");
  const third = await ask({ "If-None-Match": 'W/"another"' });
  expect(third.status).toBe(200);
});

test("a file is described with the credentials that open it, and with none for a signed link", async () => {
  const { paths } = await currentApiDocument();
  expect(paths["/files/{fileId}/{name}"]).toMatchObject({
    get: {
      security: [{}, { userToken: [] }, { apiKey: ["read"] }, { sessionCookie: [] }],
      parameters: expect.arrayContaining([expect.objectContaining({ in: "query", name: "workspaceId" })]),
    },
  });
});

test("the document is the same for every caller and on every host", async () => {
  const plain = await (await ask()).text();
  const other = await ask({ Authorization: "Bearer nothing", "X-Forwarded-Host": "evil.example.com" });
  expect(await other.text()).toBe(plain);
  expect(plain).not.toContain(testEnvironment.baseUrl);
});

import { expect, test } from "@playwright/test";
import { startProcess } from "../support/start-process.ts";

const nonceIn = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "none";

test("each response of the reference has its own policy's nonce, and HEAD has no body (F2)", async () => {
  await using service = await startProcess("reference");
  const head = await fetch(`${service.baseUrl}/docs`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await head.text()).toBe("");
  const cold = await Promise.all(Array.from({ length: 16 }, () => fetch(`${service.baseUrl}/docs`)));
  const texts = await Promise.all(cold.map((response) => response.text()));
  for (const [at, text] of texts.entries()) {
    const nonce = nonceIn(cold[at] ?? head);
    expect(text).toContain(`nonce="${nonce}"`);
    expect(new Set(text.match(/(?<=nonce=")[^"]*/g))).toEqual(new Set([nonce]));
  }
});

test("the reference is sent in an encoding that the client accepts, and plain to others", async () => {
  await using service = await startProcess("reference-encodings");
  const open = (encoding: string) => fetch(`${service.baseUrl}/docs`, { headers: { "Accept-Encoding": encoding } });
  const [br, gzip, plain] = await Promise.all(["br", "gzip", "identity"].map(open));
  expect([br, gzip, plain].map((one) => one?.headers.get("content-encoding"))).toEqual(["br", "gzip", null]);
  expect(await br?.text()).toBe(await plain?.text());
});

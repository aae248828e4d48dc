import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { KeptPage } from "../../../server/http/kept-page.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeAll(() => void provideSettings());

test("the reference is rendered once, however many load it at once and later, and not for HEAD (F2)", async () => {
  let rendered = 0;
  const render: RequestListener = (_request, response) => {
    rendered += 1;
    response.end("<script nonce=…>");
  };
  const page = new KeptPage(render, { path: "/docs", status: 200 });
  const server = createServer((request, response) => void page.send(request, response, () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`;
    const open = async (method: string) => (await fetch(url, { method })).text();
    expect(await open("HEAD")).toBe("");
    expect(rendered).toBe(0);
    const texts = await Promise.all(Array.from({ length: 16 }, () => open("GET")));
    texts.push(await open("GET"));
    expect(new Set(texts)).toEqual(new Set(["<script nonce=…>"]));
    expect(rendered).toBe(1);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

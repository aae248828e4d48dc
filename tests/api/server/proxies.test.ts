import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { clientIp } from "#platform/http/client-ip.ts";
import { newConversation } from "../../support/factories.ts";
import { http2Client } from "../../support/http2-client.ts";
import { type ReverseProxy, startCaddy, startNginx, versionOf } from "../../support/reverse-proxy.ts";
import { startProcess } from "../../support/start-process.ts";

const METRICS_TOKEN = "a-token-for-metrics-2";
const AWAY = "Site Inbox is down at the moment. Please try again soon.";

const PROXIES = [
  { name: "Caddy", version: versionOf("caddy", "version"), start: startCaddy },
  { name: "nginx", version: versionOf("nginx", "-v"), start: startNginx },
];

for (const { name, version, start } of PROXIES) {
  test(`behind ${name}, configured as docs/operating shows, responses aren't buffered or changed, and clients keep their own addresses`, async () => {
    test.skip(version === undefined, `${name} is not installed`);
    test.slow();
    const service = await startProcess("proxied", {
      TRUSTED_PROXY_HOPS: "1",
      METRICS_TOKEN,
    });
    const folder = test.info().outputPath();
    const proxy: ReverseProxy = await start({
      folder,
      service: new URL(service.baseUrl).host.replace("localhost", "127.0.0.1"),
    });
    try {
      const { owner, visitor, id } = await newConversation();
      await using visitors = await http2Client(proxy.port, "127.0.0.2");
      const stream = visitors.follow("/public/events", { token: visitor.token });
      let said = "";
      stream.on("data", (text) => (said += text));
      await expect.poll(() => said).toContain("event: ready");
      await using owners = await http2Client(proxy.port, "127.0.0.3");
      const body = { message: "Through the proxy" };
      const sent = await owners.ask("POST", `/conversations/${id}/messages`, { token: owner.token, body });
      expect(sent.status).toBe(201);
      expect(sent.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      await expect.poll(() => said).toContain("Through the proxy");

      const whole = { ...body, rest: "x".repeat(64_000) };
      const most = await owners.ask("POST", `/conversations/${id}/messages`, { token: owner.token, body: whole });
      expect(most.status).toBe(201);
      const larger = { ...body, rest: "x".repeat(70_000) };
      const tooLarge = await owners.ask("POST", `/conversations/${id}/messages`, { token: owner.token, body: larger });
      expect(tooLarge.status).toBe(413);
      expect((await owners.ask("GET", "/login")).status).toBe(200);
      expect((await owners.ask("GET", "/health/ready")).status).toBe(200);
      expect((await owners.ask("GET", "/metrics", { token: METRICS_TOKEN })).status).toBe(404);

      if (proxy.plain) {
        const plain = await fetch(`${proxy.plain}/inbox?a=1`, { redirect: "manual" });
        expect([plain.status, plain.headers.get("location")]).toEqual([308, "https://localhost/inbox?a=1"]);
      }
      stream.close();
      await service.stop();
      const away = await owners.ask("GET", "/conversations", { token: owner.token });
      expect([away.status, away.headers["retry-after"], away.text.trim()]).toEqual([503, "5", AWAY]);

      await using _echo = await echoOn(Number(new URL(service.baseUrl).port));
      const forged = { headers: { "x-forwarded-for": "203.0.113.7, 10.1.1.1" } };
      await expect.poll(async () => (await owners.ask("GET", "/", forged)).text).toContain("peer");
      const heard = JSON.parse((await owners.ask("GET", "/", forged)).text);
      expect(clientIp({ ...heard, trustedHops: 1 })).toBe("127.0.0.3");
    } finally {
      await proxy.stop();
      await service.stop();
    }
  });
}

/** Responds in the service's place with what it would learn about the caller. */
async function echoOn(port: number) {
  const server = createServer(({ socket, headers }, response) => {
    response.end(JSON.stringify({ peer: socket.remoteAddress, forwardedFor: headers["x-forwarded-for"] }));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

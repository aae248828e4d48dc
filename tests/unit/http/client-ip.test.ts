import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { clientIp, isFromUnknownProxy } from "#platform/http/client-ip.ts";

const peer = "10.0.0.1";
const behind = (trustedHops: number, forwardedFor?: string) => clientIp({ peer, forwardedFor, trustedHops });

test("without proxies, the client's address is the socket's, whatever the headers say", () => {
  expect(behind(0)).toBe(peer);
  expect(behind(0, "203.0.113.7")).toBe(peer);
});

test("behind proxies, the client's address is what the outermost one saw, whatever the caller sent", () => {
  expect(behind(1, "203.0.113.7")).toBe("203.0.113.7");
  expect(behind(1, "8.8.8.8, 203.0.113.7")).toBe("203.0.113.7");
  expect(behind(2, "8.8.8.8, 203.0.113.7, 10.0.0.2")).toBe("203.0.113.7");
  expect(behind(2, "garbage,,, 203.0.113.7,10.0.0.2")).toBe("203.0.113.7");
});

for (const forwardedFor of [
  undefined,
  "",
  "unknown",
  "_hidden",
  "203.0.113",
  "0x7f.1",
  "1.2.3.4.5",
  "[::1",
  "1.2.3.4, ",
]) {
  test(`the client's address is the socket's if the proxy sent ${JSON.stringify(forwardedFor)}, which isn't an address`, () => {
    expect(behind(1, forwardedFor)).toBe(peer);
  });
}

test("the client's address is the socket's if there are fewer proxies than configured", () => {
  expect(behind(3, "203.0.113.7, 10.0.0.2")).toBe(peer);
});

for (const [written, address] of [
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["64:ff9b::203.0.113.7", "203.0.113.7"],
  ["[2002:cb00:7107::1]:4711", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:0DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  [" 203.0.113.7 ", "203.0.113.7"],
] as const) {
  test(`${written} is the same address as ${address}`, () => {
    expect(behind(1, written)).toBe(address);
    expect(clientIp({ peer: written, forwardedFor: undefined, trustedHops: 0 })).toBe(address);
  });
}

test("the client's address is null if the socket has none", () => {
  expect(clientIp({ peer: undefined, forwardedFor: "203.0.113.7", trustedHops: 0 })).toBeNull();
});

test("a proxy that isn't configured is distinguished from callers, and from what this host itself passes on", () => {
  const isUnknown = (peer: string | undefined, trustedHops = 0, forwardedFor: string | undefined = "203.0.113.7") =>
    isFromUnknownProxy({ peer, forwardedFor, trustedHops });
  for (const peer of ["10.0.0.2", "::ffff:172.17.0.1", "fd00::2"]) {
    expect(isUnknown(peer), peer).toBe(true);
    expect(isUnknown(peer, 1), peer).toBe(false);
    expect(isFromUnknownProxy({ peer, forwardedFor: undefined, trustedHops: 0 }), peer).toBe(false);
  }
  for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1", undefined]) expect(isUnknown(peer), peer).toBe(false);
});

test("an unconfigured proxy is logged once, however many requests pass it", async () => {
  const script = `
    const { provideEnv, readSettings } = await import("#platform/env.ts");
    const { addressOf } = await import("./server/http/mounted-route.ts");
    provideEnv({ ...readSettings({}), DATABASE_URL: "none", AUTH_SECRET: "none" });
    const ask = (remoteAddress) => addressOf({ socket: { remoteAddress }, headers: { "x-forwarded-for": "203.0.113.7" } });
    for (const peer of ["127.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.3"]) console.error(ask(peer));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const lines = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 40, msg: expect.stringContaining("TRUSTED_PROXY_HOPS is 0") });
  expect(stderr).toContain("127.0.0.1\n10.0.0.2\n10.0.0.2\n10.0.0.3\n");
});

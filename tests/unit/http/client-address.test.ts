import { expect, test } from "@playwright/test";
import { clientAddress } from "#lib/http/client-address.ts";

const peer = "10.0.0.1";
const behind = (trustedHops: number, forwardedFor?: string) => clientAddress({ peer, forwardedFor, trustedHops });

test("without proxies it is the socket's address, whatever the caller writes", () => {
  expect(behind(0)).toBe(peer);
  expect(behind(0, "203.0.113.7")).toBe(peer);
});

test("behind proxies it is what the outermost of them has seen, whatever the caller wrote before", () => {
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
  test(`is the socket's where the proxy wrote ${JSON.stringify(forwardedFor)}, which is no address`, () => {
    expect(behind(1, forwardedFor)).toBe(peer);
  });
}

test("is the socket's where fewer proxies were passed than are stated", () => {
  expect(behind(3, "203.0.113.7, 10.0.0.2")).toBe(peer);
});

for (const [written, address] of [
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:0DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  [" 203.0.113.7 ", "203.0.113.7"],
] as const) {
  test(`${written} is one and the same address as ${address}`, () => {
    expect(behind(1, written)).toBe(address);
    expect(clientAddress({ peer: written, forwardedFor: undefined, trustedHops: 0 })).toBe(address);
  });
}

test("is null where nothing is known of the socket", () => {
  expect(clientAddress({ peer: undefined, forwardedFor: "203.0.113.7", trustedHops: 0 })).toBeNull();
});

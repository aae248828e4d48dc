import { expect, test } from "@playwright/test";
import { narrowestRange, rangesOf, readRange, UNUSED_RANGES } from "#lib/files/blocking/rules.ts";

function rangeOf(text: string): string {
  const read = readRange(text);
  if ("problem" in read) throw new Error(`${text} ${read.problem}`);
  return read.range;
}

const SAME: [written: string, address: string][] = [
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7/32", "203.0.113.7"],
  ["203.0.113.0/24", "203.0.113.255"],
  ["203.0.113.9/16", "203.0.1.1"],
  ["2001:db8:1:2::", "2001:db8:1:2:ffff::1"],
  ["2001:DB8:1:2::1/128", "2001:db8:1:2::9"],
  ["2001:db8:1:200::/56", "2001:db8:1:2ff::1"],
  ["2001:db8:1::/48", "2001:db8:1:ffff::1"],
  ["2001:db8::/32", "2001:db8:ffff::1"],
  ["fe80::1%eth0", "fe80::2"],
  ["64:ff9b::192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "64:ff9b::192.0.2.1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::203.0.113.7", "203.0.113.7"],
  ["2002:cb00:7107::1", "203.0.113.7"],
  ["::ffff:203.0.113.0/120", "203.0.113.255"],
];

for (const [written, address] of SAME) {
  test(`${written} contains ${address}`, () => {
    expect(rangesOf(address)).toContain(rangeOf(written));
  });
}

const OTHER: [written: string, address: string][] = [
  ["203.0.113.7", "203.0.113.8"],
  ["203.0.113.0/24", "203.0.114.0"],
  ["2001:db8:1:2::", "2001:db8:1:3::"],
  ["2001:db8:1:200::/56", "2001:db8:1:300::1"],
  ["64:ff9b::192.0.2.1", "64:ff9b::192.0.2.9"],
];

for (const [written, address] of OTHER) {
  test(`${written} doesn't contain ${address}`, () => {
    expect(rangesOf(address)).not.toContain(rangeOf(written));
  });
}

test("an invalid address, or a network of an unsupported size, is rejected with the supported sizes", () => {
  for (const text of [
    "",
    "x",
    "1.2.3",
    "203.0.113.0/25",
    "10.0.0.0/8",
    "2001::/16",
    "2001:db8::/65",
    "1.2.3.4/24/24",
    "::ffff:203.0.113.7/64",
  ]) {
    expect(readRange(text), text).toEqual({ problem: expect.stringContaining("an IPv4 address or its /24") });
  }
});

test("this host's own address is rejected, since it doesn't identify a caller", () => {
  expect([narrowestRange("127.0.0.1"), narrowestRange("::1"), rangesOf("localhost")]).toEqual([null, null, []]);
});

test("an address that no visitor can have is rejected with that reason, in any spelling", () => {
  for (const text of [
    ...["127.0.0.1", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "64:ff9b::127.0.0.1", "127.0.0.0/16"],
    ...["0.0.0.0", "::", "0:0:0:0:0:0:0:0", "0.0.0.0/0", "::/0", "::/32", "ff02::1"],
  ]) {
    expect(readRange(text), text).toEqual({ problem: expect.stringContaining("visitors can have") });
  }
});

test("what earlier versions stored for a mapped address matches no caller", () => {
  expect(UNUSED_RANGES).toContain(`6 ${"0".repeat(64)}`);
  const callers = ["203.0.113.7", "::ffff:203.0.113.7", "::203.0.113.7", "64:ff9b::203.0.113.7", "2001:db8::1"];
  expect(callers.flatMap(rangesOf).filter((range) => UNUSED_RANGES.includes(range))).toEqual([]);
});

test("a range is written as earlier versions wrote it, so their stored hashes still match", () => {
  expect(rangesOf("203.0.113.7")[0]).toBe("4 11001011000000000111000100000111");
  expect(rangesOf("2001:db8::1").at(-1)).toBe("6 00100000000000010000110110111000");
});

import { expect, test } from "@playwright/test";
import { narrowestRange, rangesOf, readRange } from "#lib/blocking/rules.ts";

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
  ["64:ff9b::192.0.2.1", "64:ff9b::192.0.2.9"],
];

for (const [written, address] of SAME) {
  test(`${written} holds ${address}`, () => {
    expect(rangesOf(address)).toContain(readRange(written));
  });
}

const OTHER: [written: string, address: string][] = [
  ["203.0.113.7", "203.0.113.8"],
  ["203.0.113.0/24", "203.0.114.0"],
  ["2001:db8:1:2::", "2001:db8:1:3::"],
  ["2001:db8:1:200::/56", "2001:db8:1:300::1"],
  ["0.0.0.7", "::7"],
];

for (const [written, address] of OTHER) {
  test(`${written} does not hold ${address}`, () => {
    expect(rangesOf(address)).not.toContain(readRange(written));
  });
}

test("what is no address, this machine's own, or of a size that is not looked for is not taken", () => {
  for (const text of [
    "",
    "x",
    "1.2.3",
    "203.0.113.0/25",
    "0.0.0.0/0",
    "::/0",
    "2001:db8::/65",
    "127.0.0.1",
    "::1",
    "1.2.3.4/24/24",
  ]) {
    expect(readRange(text), text).toBeNull();
  }
});

test("this machine's own address says nothing of who calls", () => {
  expect([narrowestRange("127.0.0.1"), narrowestRange("::1"), rangesOf("localhost")]).toEqual([null, null, []]);
});

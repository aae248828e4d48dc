import { expect, test } from "@playwright/test";
import { addressPrefix } from "#platform/limits/address-prefix.ts";

test("is the whole of an IPv4 address, because that is what one caller has", () => {
  expect(addressPrefix("203.0.113.7")).toBe("203.0.113.7");
  expect(addressPrefix("203.0.113.8")).not.toBe(addressPrefix("203.0.113.7"));
});

test("is the same for every address of an IPv6 network of 64 bits, because one caller has them all (E4)", () => {
  const network = "2001:db8:1:2::/64";
  for (const address of [
    "2001:db8:1:2::1",
    "2001:db8:1:2::",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:DB8:1:2:0:0:0:9",
    "2001:0db8:0001:0002::10",
    "2001:db8:1:2::192.0.2.1",
  ]) {
    expect(addressPrefix(address)).toBe(network);
  }
  expect(addressPrefix("2001:db8:1:3::1")).not.toBe(network);
});

for (const [address, prefix] of [
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001::1:2:3:4:5", "2001:0:0:1::/64"],
  ["::1:2:3:4:5:6:7", "0:1:2:3::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["1:2:3::192.0.2.1", "1:2:3:0::/64"],
  ["::", "0:0:0:0::/64"],
] as const) {
  test(`is ${prefix} for ${address}, however it is shortened`, () => {
    expect(addressPrefix(address)).toBe(prefix);
  });
}

for (const address of ["127.0.0.1", "127.9.8.7", "::1"]) {
  test(`is nothing for ${address}: a proxy on this machine calls for many`, () => {
    expect(addressPrefix(address)).toBeNull();
  });
}

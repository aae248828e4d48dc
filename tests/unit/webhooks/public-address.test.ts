import { expect, test } from "@playwright/test";
import { isPublicAddress } from "#platform/outgoing/public-address.ts";

const PUBLIC = ["8.8.8.8", "172.15.255.255", "172.32.0.1", "100.128.0.1", "2606:4700::1111"];

const THROUGH_NAT64 = ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8"];

const NOT_PUBLIC: Record<string, string[]> = {
  "this machine": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"],
  "private networks": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1", "fec0::1"],
  "the provider's inner network": ["100.64.0.1", "100.127.255.255"],
  "the link, where clouds keep their secrets": ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"],
  "many at once": ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
  "nobody, or examples": [
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "240.0.0.1",
    "2001:db8::1",
    "3fff::1",
    "100::1",
    "4000::1",
  ],
  "IPv4 in the clothes of IPv6": [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::808:808",
    "2002:7f00:1::",
    "2002:808:808::",
    "2001::f7f7:f7f7",
  ],
  "nothing that an address could be": ["", "localhost", "1.2.3.4.5", "8.8.8.8/32", "[::1]"],
};

for (const address of [...PUBLIC, ...THROUGH_NAT64]) {
  test(`${address} is an address of the public internet`, () => {
    expect(isPublicAddress(address)).toBe(true);
  });
}

for (const [what, addresses] of Object.entries(NOT_PUBLIC)) {
  test(`no address of ${what} counts as public, so that no webhook reaches it`, () => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
}

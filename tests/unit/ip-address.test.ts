import { expect, test } from "@playwright/test";
import {
  isLoopback,
  isLoopbackHost,
  isLoopbackUrl,
  isPublicAddress,
  isReserved,
  readAddress,
  readNetwork,
} from "#platform/ip-address.ts";

const PUBLIC = ["8.8.8.8", "172.15.255.255", "172.32.0.1", "100.128.0.1", "2606:4700::1111"];

const THROUGH_NAT64 = ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8"];

const NOT_PUBLIC: Record<string, string[]> = {
  "this machine": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"],
  "private networks": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1", "fec0::1"],
  "the provider's inner network": ["100.64.0.1", "100.127.255.255"],
  "the link, where clouds keep their secrets": ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"],
  "the services that clouds have for their own machines": [
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "64:ff9b::a83f:8110",
    "100.100.100.200",
    "192.0.0.192",
    "161.26.0.10",
    "166.9.48.1",
    "fd20:ce::254",
  ],
  "many at once": ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
  "no one, or examples": [
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
  "IPv4 written as IPv6": [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::808:808",
    "2002:7f00:1::",
    "2002:808:808::",
    "2001::f7f7:f7f7",
  ],
  "texts that aren't addresses": ["", "localhost", "1.2.3.4.5", "8.8.8.8/32", "[::1]"],
};

for (const address of [...PUBLIC, ...THROUGH_NAT64]) {
  test(`${address} is a public address`, () => {
    expect(isPublicAddress(address)).toBe(true);
  });
}

for (const [what, addresses] of Object.entries(NOT_PUBLIC)) {
  test(`no address of ${what} is public, so no webhook reaches it`, () => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
}

const SPELLINGS_OF_ONE_IPV4 = [
  "203.0.113.7",
  " 203.0.113.7 ",
  "::ffff:203.0.113.7",
  "::FFFF:203.0.113.7",
  "::ffff:cb00:7107",
  "0:0:0:0:0:ffff:203.0.113.7",
  "0000:0000:0000:0000:0000:ffff:cb00:7107",
  "::ffff:203.0.113.7%eth0",
  "::203.0.113.7",
  "::ffff:0:203.0.113.7",
  "64:ff9b::203.0.113.7",
  "64:FF9B:0:0:0:0:CB00:7107",
  "2002:cb00:7107::",
  "2002:cb00:7107:1:2:3:4:5",
];

for (const text of SPELLINGS_OF_ONE_IPV4) {
  test(`${JSON.stringify(text)} is read as the IPv4 address 203.0.113.7`, () => {
    expect(readAddress(text)?.toString()).toBe("203.0.113.7");
  });
}

test("an IPv6 address without an IPv4 address in it is read as itself, in one spelling", () => {
  for (const text of ["2001:db8::1", "2001:0DB8:0:0:0:0:0:1", "2001:db8::0.0.0.1", "2001:db8::1%eth0"]) {
    expect(readAddress(text)?.toString(), text).toBe("2001:db8::1");
  }
});

test("a text that isn't a standard spelling of an address isn't read as one", () => {
  const texts = ["", " ", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "1.2.3.4.5", "1.2.3", "[::1]", "::1::", "a.b"];
  for (const text of texts) expect(readAddress(text), text).toBeNull();
});

test("loopback is this host's own address in any spelling, but not an address that comes from a network", () => {
  const isOwn = (text: string) => {
    const address = readAddress(text);
    return address !== null && isLoopback(address);
  };
  for (const text of ["127.0.0.1", "127.9.8.7", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f00:1"]) {
    expect(isOwn(text), text).toBe(true);
  }
  for (const text of ["2002:7f00:1::1", "64:ff9b::127.0.0.1", "::127.0.0.1", "::ffff:0:7f00:1", "::", "10.0.0.1"]) {
    expect(isOwn(text), text).toBe(false);
  }
});

test("an address that no other host calls from is reserved in any spelling", () => {
  const reserved = [
    ...[
      "127.0.0.1",
      "::1",
      "0:0:0:0:0:0:0:1",
      "::ffff:127.0.0.1",
      "64:ff9b::127.0.0.1",
      "2002:7f00:1::",
      "::127.0.0.1",
    ],
    ...["0.0.0.0", "::", "0:0:0:0:0:0:0:0", "::0.0.0.0", "::ffff:0.0.0.0", "0.1.2.3", "::7"],
    ...["224.0.0.1", "::ffff:224.0.0.1", "ff02::1", "255.255.255.255"],
  ];
  const isRefused = (text: string) => {
    const address = readAddress(text);
    return address !== null && isReserved(address);
  };
  expect(reserved.filter((text) => !isRefused(text))).toEqual([]);
  expect(
    ["10.0.0.1", "203.0.113.7", "2001:db8::1", "fe80::1", "fd00::1", "64:ff9b::10.0.0.1"].filter(isRefused),
  ).toEqual([]);
});

for (const [text, network] of [
  ["203.0.113.0/24", "203.0.113.0/24"],
  ["::ffff:203.0.113.0/120", "203.0.113.0/24"],
  ["64:ff9b::203.0.0.0/112", "203.0.0.0/16"],
  ["::ffff:203.0.113.7/128", "203.0.113.7/32"],
  ["2002:cb00:7107::/48", "203.0.113.7/32"],
  ["2002:cb00:7107:1::/64", "203.0.113.7/32"],
  ["2002:cb00::/32", "203.0.0.0/16"],
  ["2001:db8::/48", "2001:db8::/48"],
] as const) {
  test(`${text} is read as the network ${network}`, () => {
    const read = readNetwork(text);
    expect(`${read?.address}/${read?.bits}`).toBe(network);
  });
}

test("a prefix that cuts into the IPv6 part of an IPv4 address, or is too long, isn't read as a network", () => {
  for (const text of ["::ffff:203.0.113.7/64", "::ffff:203.0.113.7/95", "64:ff9b::1.2.3.4/32", "2002:cb00::/15"]) {
    expect(readNetwork(text), text).toBeNull();
  }
  for (const text of ["203.0.113.7/33", "2001:db8::/129", "203.0.113.7/", "203.0.113.7/x", "1.2.3.4/24/24"]) {
    expect(readNetwork(text), text).toBeNull();
  }
});

test("a URL's host is this host in any spelling of its address, or as localhost", () => {
  for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "[::ffff:7f00:1]"]) {
    expect(isLoopbackHost(host), host).toBe(true);
  }
  for (const host of ["mail.example.com", "10.0.0.1", "[2001:db8::1]", "127.example.com", "localhost.example.com"]) {
    expect(isLoopbackHost(host), host).toBe(false);
  }
});

test("only this host can open a URL with localhost or a loopback address as its host", () => {
  for (const url of ["http://localhost:3000", "https://127.8.0.1/inbox", "http://[::1]:3000"]) {
    expect(isLoopbackUrl(url), url).toBe(true);
  }
  for (const url of ["https://inbox.example.com", "http://192.168.1.2:3000", "http://[fd00::1]:3000"]) {
    expect(isLoopbackUrl(url), url).toBe(false);
  }
});

import { expect, test } from "@playwright/test";
import { accountKey, addressHits, networkKeys, publicKeyKey } from "#platform/limits/keys.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeEach(() => void provideSettings());

const keysOf = (address: string) => networkKeys(address).map(({ key }) => key);

test("a key contains nothing of an address or an email, and no two kinds of key are the same", () => {
  const keys = [
    ...keysOf("203.0.113.7"),
    ...keysOf("203.0.113.8"),
    ...keysOf("2001:db8::1"),
    accountKey("203.0.113.7"),
    accountKey("ana@example.com"),
  ];
  for (const key of keys) expect(key).toMatch(/^[\w-]{22}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a key is the same for one account or network, and missing without an address", () => {
  expect(accountKey("Ana@Example.com")).toBe(accountKey("ana@example.com"));
  expect(keysOf("2001:db8::1")).toEqual(keysOf("2001:db8::2"));
  expect([networkKeys(null), networkKeys("::1"), networkKeys("127.0.0.1")]).toEqual([[], [], []]);
});

test("a valid site key has its own count, and all invalid ones share one", () => {
  expect(publicKeyKey("pk_0123456789abcdef")).toBe("pk_0123456789abcdef");
  const others = ["", "no key", "a/b", "k".repeat(101), "Привет", "pk 1"].map(publicKeyKey);
  expect(new Set(others).size).toBe(1);
  expect(publicKeyKey(others[0] ?? "")).toBe(others[0]);
  expect(publicKeyKey("no-key")).not.toBe(others[0]);
});

test("an IPv6 address counts by its /64 and, with eight times the quota, by its /48; an IPv4 address on its own", () => {
  const [subnet, site] = networkKeys("2001:db8:1:2::1");
  expect([subnet?.times, site?.times]).toEqual([1, 8]);
  const [otherSubnet, sameSite] = networkKeys("2001:db8:1:ffff::9");
  expect(otherSubnet).not.toEqual(subnet);
  expect(sameSite).toEqual(site);
  expect(networkKeys("2001:db8:2:2::1")[1]).not.toEqual(site);
  expect(networkKeys("203.0.113.7").map(({ times }) => times)).toEqual([1]);
  expect(keysOf("203.0.113.7")).not.toEqual(keysOf("203.0.113.8"));
});

test("every spelling of an IPv4 address counts as that address, within a site too", () => {
  for (const text of ["::ffff:203.0.113.7", "64:ff9b::cb00:7107", "2002:cb00:7107::1", "::203.0.113.7"]) {
    expect(networkKeys(text), text).toEqual(networkKeys("203.0.113.7"));
  }
  const [hit] = addressHits("site-address", "203.0.113.7", "pk_0");
  expect(hit).toEqual({ rule: "site-address", key: `pk_0/${keysOf("203.0.113.7")[0]}`, times: 1 });
});

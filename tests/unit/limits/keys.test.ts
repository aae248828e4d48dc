import { expect, test } from "@playwright/test";
import { provideEnv, readSettings } from "#platform/env.ts";
import { accountKey, addressKey, joinKeys, publicKeyKey } from "#platform/limits/keys.ts";

test.beforeEach(() => {
  provideEnv({ ...readSettings({}), DATABASE_URL: "postgresql://localhost/none", AUTH_SECRET: "k".repeat(32) });
});

test("holds nothing of an address or an e-mail, and no two kinds of it are the same", () => {
  const keys = [
    addressKey("203.0.113.7"),
    addressKey("203.0.113.8"),
    accountKey("203.0.113.7"),
    accountKey("ana@example.com"),
  ];
  for (const key of keys) expect(key).toMatch(/^[\w-]{22}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

test("is the same for whatever is the same account or network, and for nobody without an address", () => {
  expect(accountKey("Ana@Example.com")).toBe(accountKey("ana@example.com"));
  expect(addressKey("2001:db8::1")).toBe(addressKey("2001:db8::2"));
  expect([addressKey(null), addressKey("::1")]).toEqual([null, null]);
  expect([joinKeys("a", "b"), joinKeys("a", null)]).toEqual(["a/b", null]);
});

test("a site is known by its public key, and all that cannot be one by a single key, however it is written", () => {
  expect(publicKeyKey("pk_0123456789abcdef")).toBe("pk_0123456789abcdef");
  const others = ["", "no key", "a/b", "k".repeat(101), "Привет", "pk 1"].map(publicKeyKey);
  expect(new Set(others).size).toBe(1);
  expect(publicKeyKey(others[0] ?? "")).toBe(others[0]);
  expect(publicKeyKey("no-key")).not.toBe(others[0]);
});

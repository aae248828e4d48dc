import { createHook } from "node:async_hooks";
import { argon2Sync } from "node:crypto";
import { expect, test } from "@playwright/test";
import { DUMMY_HASH, hashPassword, verifyPassword } from "#platform/crypto/password.ts";

test("a password matches its own hash, and no other password does", async () => {
  const stored = await hashPassword("pässwörd 🔑");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword("pässwörd 🔑", stored)).toBe(true);
  for (const wrong of ["", "pässwörd 🔐", "pässwörd 🔑 ", "pa\u0308sswörd 🔑", "pässwörd 🔑\0"]) {
    expect(await verifyPassword(wrong, stored), JSON.stringify(wrong)).toBe(false);
  }
});

test("two hashes of one password differ, so equal passwords aren't visible", async () => {
  expect(await hashPassword("the same")).not.toBe(await hashPassword("the same"));
});

test("an account without a password accepts none", async () => {
  for (const password of ["", "password", "A".repeat(43)]) expect(await verifyPassword(password, null)).toBe(false);
});

test("an unknown email costs the same hash as a wrong password, so the time reveals nothing (A20)", async () => {
  const stored = await hashPassword("the right one");
  const hashesOf = async (hash: string | null) => {
    const started: string[] = [];
    const hook = createHook({ init: (_, type) => void started.push(type) }).enable();
    await verifyPassword("a wrong one", hash);
    hook.disable();
    return started.filter((type) => /argon2/i.test(type));
  };
  expect(await hashesOf(stored)).toHaveLength(1);
  expect(await hashesOf(null)).toEqual(await hashesOf(stored));
  const parametersOf = (hash: string) => hash.split("$").slice(1, 4);
  expect(parametersOf(DUMMY_HASH)).toEqual(parametersOf(stored));
  expect(DUMMY_HASH).toHaveLength(stored.length);
});

test("a hash with other parameters still matches, so parameters can grow", async () => {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", {
    message: "secret",
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 1024,
    passes: 3,
  });
  const stored = `$argon2id$v=19$m=1024,t=3,p=1$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
  expect(await verifyPassword("secret", stored)).toBe(true);
  expect(await verifyPassword("Secret", stored)).toBe(false);
});

test("the empty hash of an account without a password matches nothing", async () => {
  for (const password of ["secret", "", " "]) expect(await verifyPassword(password, "")).toBe(false);
});

test("a stored value that isn't a hash is an error, never a match", async () => {
  for (const stored of ["secret", "$argon2i$v=19$m=1024,t=3,p=1$AAAA$AAAA"]) {
    await expect(verifyPassword("secret", stored)).rejects.toThrow("PHC");
  }
});

test("many concurrent checks all finish, although few run at a time", async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, at) => hashPassword(`password ${at}`)));
  expect(new Set(hashes).size).toBe(12);
});

test("at most 200 wait, and further ones fail immediately until there's room again", async () => {
  const nonce = Buffer.alloc(16, 7).toString("base64url");
  const small = `$argon2id$v=19$m=64,t=1,p=1$${nonce}$${"A".repeat(43)}`;
  const many = Array.from({ length: 202 }, () => verifyPassword("a password", small));
  await expect(verifyPassword("one too many", small)).rejects.toMatchObject({ code: "unavailable" });
  expect(await Promise.all(many)).toEqual(Array(202).fill(false));
  const again = Array.from({ length: 202 }, () => verifyPassword("a password", small));
  expect(await Promise.all(again)).toEqual(Array(202).fill(false));
});

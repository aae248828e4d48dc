import { createHook } from "node:async_hooks";
import { argon2Sync } from "node:crypto";
import { expect, test } from "@playwright/test";
import { DUMMY_HASH, hashPassword, matchPassword } from "#platform/crypto/password.ts";

/** A hash of the text itself, with other parameters. */
function hashAsTyped(message: string): string {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", { message, nonce, parallelism: 1, tagLength: 32, memory: 1024, passes: 3 });
  return `$argon2id$v=19$m=1024,t=3,p=1$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

test("a password matches its own hash, and no other password does", async () => {
  const stored = await hashPassword("pässwörd 🔑");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await matchPassword("pässwörd 🔑", stored)).toBe("yes");
  for (const wrong of ["", "pässwörd 🔐", "pässwörd 🔑 ", "passwörd 🔑", "pässwörd 🔑\0"]) {
    expect(await matchPassword(wrong, stored), JSON.stringify(wrong)).toBe("no");
  }
});

test("two hashes of one password differ, so equal passwords aren't visible", async () => {
  expect(await hashPassword("the same")).not.toBe(await hashPassword("the same"));
});

test("an account without a password accepts none", async () => {
  for (const password of ["", "password", "A".repeat(43)]) expect(await matchPassword(password, null)).toBe("no");
});

test("an unknown email costs the same hash as a wrong password, so the time reveals nothing (A20)", async () => {
  const stored = await hashPassword("the right one");
  const hashesOf = async (hash: string | null) => {
    const started: string[] = [];
    const hook = createHook({ init: (_, type) => void started.push(type) }).enable();
    await matchPassword("a wrong one", hash);
    hook.disable();
    return started.filter((type) => /argon2/i.test(type));
  };
  expect(await hashesOf(stored)).toHaveLength(1);
  expect(await hashesOf(null)).toEqual(await hashesOf(stored));
  const parametersOf = (hash: string) => hash.split("$").slice(1, 4);
  expect(parametersOf(DUMMY_HASH)).toEqual(parametersOf(stored));
  expect(DUMMY_HASH).toHaveLength(stored.length);
});

const FORMS = ["Pässwörd-é-2026", "비밀번호입니다26", "mật khẩu của tôi", "a\u00a0wide\u3000space"];

test("a password is the same one in every Unicode form, whichever it was set in", async () => {
  for (const password of FORMS) {
    const forms = [password.normalize("NFC"), password.normalize("NFD"), password.replace(/[\u00a0\u3000]/g, " ")];
    const stored = await Promise.all(forms.map(hashPassword));
    for (const typed of forms) {
      for (const hash of stored) expect(await matchPassword(typed, hash), JSON.stringify(typed)).toBe("yes");
    }
  }
});

test("a hash of an earlier version, of the text as typed, matches in every form and is outdated", async () => {
  for (const password of FORMS) {
    const typed = password.normalize("NFD");
    const stored = hashAsTyped(typed);
    expect(await matchPassword(typed, stored)).toBe("outdated");
    expect(await matchPassword(`${typed}x`, stored)).toBe("no");
  }
  expect(await matchPassword("naïveté".normalize("NFC"), hashAsTyped("naïveté".normalize("NFD")))).toBe("outdated");
});

test("a hash with other parameters still matches, so parameters can grow", async () => {
  const stored = hashAsTyped("secret");
  expect(await matchPassword("secret", stored)).toBe("yes");
  expect(await matchPassword("Secret", stored)).toBe("no");
});

test("the empty hash of an account without a password matches nothing", async () => {
  for (const password of ["secret", "", " "]) expect(await matchPassword(password, "")).toBe("no");
});

test("a stored value that isn't a hash is an error, never a match", async () => {
  for (const stored of ["secret", "$argon2i$v=19$m=1024,t=3,p=1$AAAA$AAAA"]) {
    await expect(matchPassword("secret", stored)).rejects.toThrow("PHC");
  }
});

test("many concurrent checks all finish, although few run at a time", async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, at) => hashPassword(`password ${at}`)));
  expect(new Set(hashes).size).toBe(12);
});

test("at most 200 wait, and further ones fail immediately until there's room again", async () => {
  const nonce = Buffer.alloc(16, 7).toString("base64url");
  const small = `$argon2id$v=19$m=64,t=1,p=1$${nonce}$${"A".repeat(43)}`;
  const many = Array.from({ length: 202 }, () => matchPassword("a password", small));
  await expect(matchPassword("one too many", small)).rejects.toMatchObject({ code: "unavailable" });
  expect(await Promise.all(many)).toEqual(Array(202).fill("no"));
  const again = Array.from({ length: 202 }, () => matchPassword("a password", small));
  expect(await Promise.all(again)).toEqual(Array(202).fill("no"));
});

import { argon2Sync } from "node:crypto";
import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, refuse, refuseFields } from "../support/api-client.ts";
import { newEmail, newOwner, PASSWORD, signUpOwner } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

test.describe("POST /auth/login", () => {
  test("creates a session, independent of the one from sign-up", async () => {
    const owner = await signUpOwner();
    const body = { email: owner.email, password: PASSWORD };
    const session = await ask(SessionResponse, 200, "POST", "/auth/login", { body });
    expect(session.user).toEqual(owner.user);
    expect(session.token).not.toBe(owner.token);
    for (const token of [session.token, owner.token]) {
      expect(await ask(AccountResponse, 200, "GET", "/account", { token })).toMatchObject({ user: owner.user });
    }
  });

  test("accepts the email in any case", async () => {
    const owner = await newOwner();
    const body = { email: owner.email.toUpperCase(), password: PASSWORD };
    expect((await ask(SessionResponse, 200, "POST", "/auth/login", { body })).user).toEqual(owner.user);
  });

  test("a password is the same in every Unicode form, and a hash of the text as typed is replaced", async () => {
    const owner = await newOwner();
    const typed = "naïveté garçon".normalize("NFD");
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync("argon2id", {
      message: typed,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 1024,
      passes: 3,
    });
    const old = `$argon2id$v=19$m=1024,t=3,p=1$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
    await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [owner.user.id, old]);
    const logIn = (password: string) =>
      ask(SessionResponse, 200, "POST", "/auth/login", { body: { email: owner.email, password } });
    const [{ token }] = await Promise.all([logIn(typed), logIn(typed), logIn(typed)]);
    const [stored] = await sql("SELECT password_hash FROM users WHERE id = $1", [owner.user.id]);
    expect(stored?.password_hash).not.toBe(old);
    await logIn(typed.normalize("NFC"));
    await logIn(typed);
    await ask(AccountResponse, 200, "GET", "/account", { token });
  });

  test("an unknown email and a wrong password get the same response, so accounts can't be discovered (A20)", async () => {
    const { email } = await newOwner();
    const wrong = await refuse("invalid_credentials", "POST", "/auth/login", { body: { email, password: "wrong" } });
    const unknown = await refuse("invalid_credentials", "POST", "/auth/login", {
      body: { email: newEmail(), password: "wrong" },
    });
    expect({ ...unknown, requestId: "" }).toEqual({ ...wrong, requestId: "" });
  });

  for (const [why, change] of [
    ["in another case", (password: string) => password.toUpperCase()],
    ["with a space after it", (password: string) => `${password} `],
    ["cut short", (password: string) => password.slice(0, -1)],
    ["with a NUL after it", (password: string) => `${password}\0`],
    ["with a lone surrogate", (password: string) => `${password}\ud800`],
  ] as const) {
    test(`rejects the password ${why}`, async () => {
      const { email } = await newOwner();
      await refuse("invalid_credentials", "POST", "/auth/login", { body: { email, password: change(PASSWORD) } });
    });
  }

  const refused: [field: string, body: object][] = [
    ["email", { password: PASSWORD }],
    ["email", { email: null, password: PASSWORD }],
    ["email", { email: "a\0@example.com", password: PASSWORD }],
    ["email", { email: { contains: "@" }, password: PASSWORD }],
    ["email", { email: "e".repeat(321), password: PASSWORD }],
    ["password", { email: "a@example.com" }],
    ["password", { email: "a@example.com", password: "" }],
    ["password", { email: "a@example.com", password: { not: "" } }],
    ["password", { email: "a@example.com", password: "p".repeat(2049) }],
  ];
  for (const [field, body] of refused) {
    test(`rejects the invalid body ${JSON.stringify(body).slice(0, 50)}`, async () => {
      await refuseFields([field], "POST", "/auth/login", { body });
    });
  }

  test("treats a malformed email as an unknown one", async () => {
    const body = { email: "' OR 1=1 --", password: PASSWORD };
    await refuse("invalid_credentials", "POST", "/auth/login", { body });
  });
});

import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, refuse, refuseFields, send } from "../support/api-client.ts";
import { newEmail, newOwner, type Owner, PASSWORD, signUpOwner } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const register = (body: object) => ask(SessionResponse, 201, "POST", "/auth/register", { body });
const usersWith = (email: string) => sql("SELECT id FROM users WHERE lower(email) = lower($1)", [email]);

test.describe("POST /auth/register", () => {
  test("creates an account whose token works immediately and lasts 30 days", async () => {
    const email = newEmail();
    const before = Date.now();
    const { user, token, expiresAt } = await register({ email, password: PASSWORD, name: "Ada Lovelace" });
    expect(user).toEqual({ id: user.id, email, name: "Ada Lovelace", createdAt: user.createdAt });
    expect((Date.parse(expiresAt) - before) / 86_400_000).toBeCloseTo(30, 2);
    expect(await ask(AccountResponse, 200, "GET", "/account", { token })).toMatchObject({ user });
  });

  test("stores the password as an argon2id hash, never in plain text", async () => {
    const { user } = await signUpOwner();
    const [row] = await sql("SELECT password_hash FROM users WHERE id = $1", [user.id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("writes the rows and the token that the tests' own owners have", async () => {
    const [signedUp, made] = [await signUpOwner(), await newOwner()];
    const shapeOf = async (owner: Owner) => {
      const { users, sessions, workspaces, members, ...others } = await storedRows(owner);
      const [user = {}, session = {}] = [users[0], sessions[0]];
      const { iat = 0, exp = 0, ...claims } = claimsOf(owner.token);
      expect(claims).toEqual({ sub: owner.user.id, sid: session.id, aud: "owner" });
      expect(owner.user).toEqual({
        id: user.id,
        email: user.email,
        createdAt: (user.created_at as Date).toISOString(),
      });
      expect(user.email_key).toBe(owner.email);
      expect(workspaces).toMatchObject([{ owner_id: owner.user.id, created_at: user.created_at }]);
      const workspace_id = workspaces[0]?.id;
      expect(members).toMatchObject([{ workspace_id, user_id: user.id, role: "owner", created_at: user.created_at }]);
      const own = { id: "", email: "", email_key: "", password_hash: "", created_at: "", updated_at: "" };
      // A reply of theirs is sent at once.
      const hold = { hold_seconds: "" };
      const times = { created_at: "", last_seen_at: "", expires_at: "" };
      return {
        user: { ...user, ...own, ...hold },
        session: { ...session, ...times, id: "", user_id: "" },
        others,
        counts: [users.length, sessions.length],
        header: owner.token.split(".")[0],
        days: Math.round((exp - iat) / 86_400),
      };
    };
    expect(await shapeOf(made)).toEqual(await shapeOf(signedUp));
  });

  test("accepts passwords of 8 to 1024 characters, counted in code points", async () => {
    for (const password of ["12345678", "🔑".repeat(8), "p".repeat(1024), "🔑".repeat(1024)]) {
      const { user } = await register({ email: newEmail(), password });
      expect(
        (await ask(SessionResponse, 200, "POST", "/auth/login", { body: { email: user.email, password } })).user,
      ).toEqual(user);
    }
  });

  test("stores an email in the case it was written in", async () => {
    const email = `Ada.${newEmail()}`;
    expect((await register({ email, password: PASSWORD })).user.email).toBe(email);
  });

  for (const [how, change] of [
    ["as it is", (email: string) => email],
    ["in capitals", (email: string) => email.toUpperCase()],
    ["with one letter in capitals", (email: string) => email.replace("owner", "Owner")],
  ] as const) {
    test(`returns 409 for an email that is taken, written ${how} (A21)`, async () => {
      const { email } = await signUpOwner();
      await refuse("email_taken", "POST", "/auth/register", { body: { email: change(email), password: PASSWORD } });
      expect(await usersWith(email)).toHaveLength(1);
    });
  }

  test("creates one account for 20 concurrent sign-ups with one email (C11)", async () => {
    const email = newEmail();
    const body = { email, password: PASSWORD };
    const responses = await Promise.all(Array.from({ length: 20 }, () => send("POST", "/auth/register", { body })));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await usersWith(email)).toHaveLength(1);
  });

  const address = () => newEmail();
  const refused: [why: string, field: string, body: () => object][] = [
    ["no email", "email", () => ({ password: PASSWORD })],
    ["an email without a host", "email", () => ({ email: "ada", password: PASSWORD })],
    ["full-width letters", "email", () => ({ email: `Ａda-${address()}`, password: PASSWORD })],
    ["a Kelvin sign, which folds to k", "email", () => ({ email: `\u212A${address()}`, password: PASSWORD })],
    ["a space before it", "email", () => ({ email: ` ${address()}`, password: PASSWORD })],
    ["an invisible letter", "email", () => ({ email: `\u200B${address()}`, password: PASSWORD })],
    ["a full-width dot", "email", () => ({ email: address().replace(".com", "．com"), password: PASSWORD })],
    ["a full-width @", "email", () => ({ email: address().replace("@", "＠"), password: PASSWORD })],
    ["a trailing dot", "email", () => ({ email: `${address()}.`, password: PASSWORD })],
    ["a trailing space", "email", () => ({ email: `${address()} `, password: PASSWORD })],
    ["two lines", "email", () => ({ email: `${address()}\nBcc: all@example.com`, password: PASSWORD })],
    ["161 characters", "email", () => ({ email: `${"a".repeat(149)}@example.com`, password: PASSWORD })],
    ["a list of emails", "email", () => ({ email: [address()], password: PASSWORD })],
    ["a name in brackets", "email", () => ({ email: `Ada <${address()}>`, password: PASSWORD })],
    ["a password of 7 characters", "password", () => ({ email: address(), password: "🔑".repeat(7) })],
    ["a password of 1025 characters", "password", () => ({ email: address(), password: "p".repeat(1025) })],
    ["a password of spaces", "password", () => ({ email: address(), password: " ".repeat(12) })],
    ["no password", "password", () => ({ email: address() })],
    ["a password with a lone surrogate", "password", () => ({ email: address(), password: `12345678\ud800` })],
    ["an empty name", "name", () => ({ email: address(), password: PASSWORD, name: "" })],
    ["a name of 81 characters", "name", () => ({ email: address(), password: PASSWORD, name: "n".repeat(81) })],
  ];
  for (const [why, field, makeBody] of refused) {
    test(`rejects ${why}${field === "email" ? " (A21)" : ""}`, async () => {
      const body = makeBody();
      await refuseFields([field], "POST", "/auth/register", { body });
      if ("email" in body && typeof body.email === "string") expect(await usersWith(body.email)).toEqual([]);
    });
  }

  test("accepts an email of exactly 160 characters", async () => {
    const start = `${crypto.randomUUID()}@`;
    const host = `${"h".repeat(55)}.${"h".repeat(55)}.com`;
    const email = `${"a".repeat(160 - start.length - host.length)}${start}${host}`;
    expect(email).toHaveLength(160);
    expect((await register({ email, password: PASSWORD })).user.email).toBe(email);
  });
});

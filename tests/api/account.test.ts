import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, refuse, refuseFields, send } from "../support/api-client.ts";
import { newEmail, newOwner, type Owner, PASSWORD } from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

async function patchAccount({ token }: Owner, body: object) {
  const { preferences: _, ...user } = (await ask(AccountResponse, 200, "PATCH", "/account", { token, body })).user;
  return user;
}

test.describe("GET /account", () => {
  test("returns the logged-in owner, and omits a name that isn't set", async () => {
    const { user, token, email } = await newOwner();
    const preferences = {
      theme: "system",
      listDensity: "comfortable",
      afterClosing: "next",
      holdSeconds: 0,
      checklist: "shown",
    };
    expect(await ask(AccountResponse, 200, "GET", "/account", { token })).toEqual({ user: { ...user, preferences } });
    expect(user).toEqual({ id: user.id, email, createdAt: user.createdAt });
  });
});

test.describe("PATCH /account", () => {
  test("changes the name without a password", async () => {
    const owner = await newOwner();
    const user = await patchAccount(owner, { name: "Grace Hopper" });
    expect(user).toEqual({ ...owner.user, name: "Grace Hopper" });
  });

  test("changes nothing for {}", async () => {
    const owner = await newOwner();
    const before = await storedRows(owner);
    expect(await patchAccount(owner, {})).toEqual(owner.user);
    expect(await storedRows(owner)).toEqual(before);
  });

  test("changes the email, given the password", async () => {
    const owner = await newOwner();
    const email = newEmail();
    expect((await patchAccount(owner, { email, currentPassword: PASSWORD })).email).toBe(email);
    const login = (address: string) => send("POST", "/auth/login", { body: { email: address, password: PASSWORD } });
    expect((await login(owner.email)).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  test("lets an owner change the case of their own email", async () => {
    const owner = await newOwner();
    const email = owner.email.toUpperCase();
    expect((await patchAccount(owner, { email, currentPassword: PASSWORD })).email).toBe(email);
    const body = { email: owner.email, password: PASSWORD };
    expect((await ask(SessionResponse, 200, "POST", "/auth/login", { body })).user.email).toBe(email);
  });

  test("returns 409 for someone else's email", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const body = { email: other.email.toUpperCase(), currentPassword: PASSWORD };
    await refuse("email_taken", "PATCH", "/account", { token: owner.token, body });
  });

  const refused: [field: string, why: string, body: object][] = [
    ["currentPassword", "a new email without the password", { email: "new@example.com" }],
    ["currentPassword", "an empty password", { email: "new@example.com", currentPassword: "" }],
    ["email", "an invalid email", { email: "new", currentPassword: PASSWORD }],
    ["email", "an email of null", { email: null, currentPassword: PASSWORD }],
    ["name", "an empty name", { name: "" }],
    ["name", "a name of null", { name: null }],
    ["name", "a name with a tab", { name: "a\tb" }],
  ];
  for (const [field, why, body] of refused) {
    test(`rejects ${why} and changes nothing`, async () => {
      const owner = await newOwner();
      const before = await storedRows(owner);
      await refuseFields([field], "PATCH", "/account", { token: owner.token, body: { name: "New name", ...body } });
      expect(await storedRows(owner)).toEqual(before);
    });
  }

  test("returns 401 for a wrong password, and changes nothing", async () => {
    const owner = await newOwner();
    const before = await storedRows(owner);
    const body = { name: "New name", email: newEmail(), currentPassword: "wrong" };
    await refuse("invalid_credentials", "PATCH", "/account", { token: owner.token, body });
    expect(await storedRows(owner)).toEqual(before);
    await ask(AccountResponse, 200, "GET", "/account", { token: owner.token });
  });

  test("ignores fields that an owner can't change", async () => {
    const owner = await newOwner();
    const given = { id: "x", createdAt: "x", passwordHash: "x", emailKey: "x", password: "new password" };
    expect(await patchAccount(owner, given)).toEqual(owner.user);
    const body = { email: owner.email, password: PASSWORD };
    await ask(SessionResponse, 200, "POST", "/auth/login", { body });
  });
});

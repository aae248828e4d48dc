import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { newOwner, PASSWORD } from "../support/factories.ts";

test.describe("POST /auth/logout", () => {
  test("revokes the token immediately, and no other one (A25)", async () => {
    const owner = await newOwner();
    const body = { email: owner.email, password: PASSWORD };
    const other = await ask(SessionResponse, 200, "POST", "/auth/login", { body });

    const response = await askNothing("POST", "/auth/logout", { token: owner.token });

    expect(response.headers.get("set-cookie")).toBeNull();
    await refuse("unauthenticated", "GET", "/account", { token: owner.token });
    await refuse("unauthenticated", "POST", "/auth/logout", { token: owner.token });
    expect(await ask(AccountResponse, 200, "GET", "/account", { token: other.token })).toMatchObject({
      user: owner.user,
    });
  });

  test("clears the cookie that the request came with, and revokes its token", async () => {
    const { token } = await newOwner();
    const headers = { Cookie: `next-auth.session-token=${token}` };
    const response = await askNothing("POST", "/auth/logout", { headers });
    expect(response.headers.get("set-cookie")).toBe(
      "next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    );
    await refuse("unauthenticated", "GET", "/account", { headers });
    await refuse("unauthenticated", "GET", "/account", { token });
  });

  test("ignores a body", async () => {
    const { token } = await newOwner();
    await askNothing("POST", "/auth/logout", { token, raw: "{", headers: { "Content-Type": "text/plain" } });
  });
});

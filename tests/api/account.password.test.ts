import { expect, test } from "@playwright/test";
import { AccountResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { logIn, newOwner, type Owner, PASSWORD } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { storedRows } from "../support/stored-rows.ts";

const NEW_PASSWORD = "another horse, another battery";

const changePassword = ({ token }: Owner, body: object) => send("POST", "/account/password", { token, body });
const tryLogIn = ({ email }: Owner, password: string) =>
  send("POST", "/auth/login", { body: { email, password } }).then(({ status }) => status);

test.describe("POST /account/password", () => {
  test("revokes every other session and keeps this one (A25)", async () => {
    const owner = await newOwner();
    const others = [await logIn(owner), await logIn(owner)];
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await askNothing("POST", "/account/password", { token: owner.token, body });
    await ask(AccountResponse, 200, "GET", "/account", { token: owner.token });
    for (const { token } of others) await refuse("unauthenticated", "GET", "/account", { token });
    expect([await tryLogIn(owner, PASSWORD), await tryLogIn(owner, NEW_PASSWORD)]).toEqual([401, 200]);
  });

  test("revokes no other account's session", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await changePassword(owner, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await ask(AccountResponse, 200, "GET", "/account", { token: other.token });
  });

  test("returns 401 for a wrong password, and changes nothing", async () => {
    const owner = await newOwner();
    await logIn(owner);
    const before = await storedRows(owner);
    const body = { currentPassword: "not my password", newPassword: NEW_PASSWORD };
    await refuse("invalid_credentials", "POST", "/account/password", { token: owner.token, body });
    expect(await storedRows(owner)).toEqual(before);
  });

  const refused: [field: string, why: string, body: object][] = [
    ["currentPassword", "no current password", { newPassword: NEW_PASSWORD }],
    ["currentPassword", "an empty current password", { currentPassword: "", newPassword: NEW_PASSWORD }],
    ["newPassword", "no new password", { currentPassword: PASSWORD }],
    ["newPassword", "a new password of 7 characters", { currentPassword: PASSWORD, newPassword: "🔑".repeat(7) }],
    ["newPassword", "a new password of 1025 characters", { currentPassword: PASSWORD, newPassword: "p".repeat(1025) }],
    ["newPassword", "a new password of spaces", { currentPassword: PASSWORD, newPassword: " ".repeat(12) }],
  ];
  for (const [field, why, body] of refused) {
    test(`rejects ${why} and changes nothing`, async () => {
      const owner = await newOwner();
      const before = await storedRows(owner);
      await refuseFields([field], "POST", "/account/password", { token: owner.token, body });
      expect(await storedRows(owner)).toEqual(before);
    });
  }

  test("of many concurrent changes keeps one, and only that one's session", async () => {
    const owner = await newOwner();
    const sessions = [owner, ...(await Promise.all(Array.from({ length: 7 }, () => logIn(owner))))];
    const changes = sessions.map((one, at) =>
      changePassword(one, { currentPassword: PASSWORD, newPassword: `new password ${at}` }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(7);
    const winner = statuses.indexOf(204);
    expect(await tryLogIn(owner, `new password ${winner}`)).toBe(200);
    const reads = await Promise.all(sessions.map(({ token }) => send("GET", "/account", { token })));
    expect(reads.map(({ status }) => status)).toEqual(sessions.map((_, at) => (at === winner ? 200 : 401)));
  });

  test("creates no session for a password that was changed after it was checked (A25)", async () => {
    const owner = await newOwner();
    await using change = await holdTransaction();
    await change.run("UPDATE users SET password_hash = 'another one' WHERE id = $1", [owner.user.id]);
    const body = { email: owner.email, password: PASSWORD };
    const late = refuse("invalid_credentials", "POST", "/auth/login", { body });
    await change.untilWaitedFor();
    await change.end("COMMIT");
    await late;
    expect((await storedRows(owner)).sessions).toHaveLength(1);
  });

  test("leaves no session of a concurrent login with the old password (A25)", async () => {
    const owner = await newOwner();
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const logIns = Array.from({ length: 6 }, () =>
      send("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } }),
    );
    const [changed, ...opened] = await Promise.all([changePassword(owner, body), ...logIns]);
    expect(changed.status).toBe(204);
    for (const { status, text } of opened) {
      if (status === 401) continue;
      const { token } = SessionResponse.parse(JSON.parse(text));
      await refuse("unauthenticated", "GET", "/account", { token });
    }
    expect((await storedRows(owner)).sessions).toHaveLength(1);
  });
});

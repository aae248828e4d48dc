import { expect, test } from "@playwright/test";
import { SessionListResponse, SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { logIn, newOwner, type Owner, PASSWORD } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

const sessionIdOf = ({ token }: Pick<Owner, "token">) => String(claimsOf(token).sid);

async function sessionsOf({ token }: Pick<Owner, "token">) {
  return (await ask(SessionListResponse, 200, "GET", "/account/sessions", { token })).sessions;
}

async function logInWith(owner: Owner, userAgent: string): Promise<Owner> {
  const call = { body: { email: owner.email, password: PASSWORD }, headers: { "User-Agent": userAgent } };
  return { ...owner, token: (await ask(SessionResponse, 200, "POST", "/auth/login", call)).token };
}

test.describe("GET /account/sessions", () => {
  test("lists the calling session first, then the others, each with its device's name", async () => {
    const owner = await newOwner();
    const browser = await logInWith(owner, FIREFOX);
    const script = await logInWith(owner, "curl/8.11.1");
    const sessions = await sessionsOf(browser);
    expect(sessions).toEqual([
      expect.objectContaining({ id: sessionIdOf(browser), device: "Firefox on Windows", current: true }),
      expect.objectContaining({ id: sessionIdOf(script), device: "curl", current: false }),
      expect.objectContaining({ id: sessionIdOf(owner), device: "node", current: false }),
    ]);
    for (const { createdAt, lastSeenAt } of sessions) expect(lastSeenAt).toBe(createdAt);
  });

  test("omits the device of a session without a User-Agent", async () => {
    const owner = await logInWith(await newOwner(), "");
    expect("device" in ((await sessionsOf(owner))[0] ?? {})).toBe(false);
  });

  test("stores only a device's name: no version, no address", async () => {
    const owner = await logInWith(await newOwner(), `${FIREFOX} (person 42; 10.1.2.3)`);
    const rows = await sql("SELECT * FROM sessions WHERE id = $1", [sessionIdOf(owner)]);
    expect(JSON.stringify(rows)).not.toMatch(/\b145\b|Gecko|person|10\.1\.2\.3|127\.0\.0\.1/);
  });

  test("lists no expired session, and no other account's", async () => {
    const owner = await newOwner();
    const ended = await logIn(owner);
    const expired = await logIn(owner);
    await newOwner();
    await askNothing("POST", "/auth/logout", { token: ended.token });
    await sql("UPDATE sessions SET expires_at = now() WHERE id = $1", [sessionIdOf(expired)]);
    expect((await sessionsOf(owner)).map(({ id }) => id)).toEqual([sessionIdOf(owner)]);
  });

  test("records a session's use at most once an hour", async () => {
    const owner = await newOwner();
    const seen = async (ago: string) => {
      await sql(`UPDATE sessions SET last_seen_at = now() - interval '${ago}' WHERE id = $1`, [sessionIdOf(owner)]);
      const before = (await storedRows(owner)).sessions[0]?.last_seen_at as Date;
      const [listed] = await sessionsOf(owner);
      return { before, after: new Date(listed?.lastSeenAt ?? 0) };
    };
    const lately = await seen("50 minutes");
    expect(lately.after).toEqual(lately.before);
    const longAgo = await seen("70 minutes");
    expect(longAgo.after.getTime()).toBeGreaterThan(longAgo.before.getTime() + 69 * 60_000);
  });

  test("keeps the list short however often a program logs in, and always shows the calling session", async () => {
    const owner = await newOwner();
    await sql(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at)
      SELECT gen_random_uuid(), $1, now(), now() + interval '1 minute', now() + interval '1 day' FROM generate_series(1, 500)`,
      [owner.user.id],
    );
    const sessions = await sessionsOf(owner);
    expect(sessions).toHaveLength(100);
    expect(sessions[0]).toMatchObject({ id: sessionIdOf(owner), current: true });
    await askNothing("DELETE", "/account/sessions", { token: owner.token });
    expect(await sessionsOf(owner)).toHaveLength(1);
  });
});

test.describe("DELETE /account/sessions/{id}", () => {
  test("revokes only that session (A25)", async () => {
    const owner = await newOwner();
    const [one, other] = [await logIn(owner), await logIn(owner)];
    await askNothing("DELETE", `/account/sessions/${sessionIdOf(one)}`, { token: owner.token });
    await refuse("unauthenticated", "GET", "/account", { token: one.token });
    await refuse("not_found", "DELETE", `/account/sessions/${sessionIdOf(one)}`, { token: owner.token });
    const left = (await sessionsOf(owner)).map(({ id }) => id);
    expect(new Set(left)).toEqual(new Set([sessionIdOf(owner), sessionIdOf(other)]));
  });

  test("revokes the calling session, and clears the cookie that the request came with", async () => {
    const owner = await newOwner();
    const headers = { Cookie: `next-auth.session-token=${owner.token}` };
    const response = await askNothing("DELETE", `/account/sessions/${sessionIdOf(owner)}`, { headers });
    expect(response.headers.get("set-cookie")).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    await refuse("unauthenticated", "GET", "/account", { token: owner.token });
  });

  test("keeps the cookie when it revokes another session", async () => {
    const owner = await newOwner();
    const other = await logIn(owner);
    const headers = { Cookie: `next-auth.session-token=${owner.token}` };
    const response = await askNothing("DELETE", `/account/sessions/${sessionIdOf(other)}`, { headers });
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  test("accepts only an id", async () => {
    const { token } = await newOwner();
    await refuseFields(["sessionId"], "DELETE", "/account/sessions/all", { token });
  });
});

test("DELETE /account/sessions revokes all sessions of the account but the calling one (A25)", async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const others = [await logIn(owner), await logIn(owner)];
  await askNothing("DELETE", "/account/sessions", { token: owner.token });
  for (const { token } of others) await refuse("unauthenticated", "GET", "/account", { token });
  expect((await sessionsOf(owner)).map(({ id }) => id)).toEqual([sessionIdOf(owner)]);
  expect(await sessionsOf(stranger)).toHaveLength(1);
});

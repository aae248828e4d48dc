import { expect, test } from "@playwright/test";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  logIn,
  newConversation,
  newOwner,
  type Owner,
  openWidget,
  PASSWORD,
  reply,
  start,
} from "../support/factories.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { startProcess } from "../support/start-process.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const erase = ({ token }: Owner, where: { baseUrl?: string } = {}) =>
  askNothing("DELETE", "/account", { token, body: { currentPassword: PASSWORD }, ...where });

/** One account is erased after the other, so that a large one of another test may come before. Its user goes last. */
async function expectErased({ user, email }: Owner, workspaceId: unknown, timeout = 20_000): Promise<void> {
  await expect.poll(() => sql("SELECT id FROM users WHERE id = $1", [user.id]), { timeout }).toEqual([]);
  // Tombstones and the counters of the last minutes may stay.
  const { deletions: _, limit_counts: __, ...rows } = await rowsContaining([user.id, email, String(workspaceId)]);
  expect(rows).toEqual({});
}

async function workspaceOf({ user }: Owner): Promise<unknown> {
  const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  return row?.id;
}

/** Gives an account that has a site so many conversations with messages, each of a visitor of its own. */
async function fillAccount(owner: Owner, conversations: number, messages: number) {
  const [site] = await sql(
    "SELECT s.id FROM sites s JOIN workspaces w ON w.id = s.workspace_id WHERE w.owner_id = $1 LIMIT 1",
    [owner.user.id],
  );
  const lines = Array.from({ length: messages }, () => ({ body: "Hello" }));
  const ids = await addConversations(
    sql,
    String(site?.id),
    Array.from({ length: conversations }, () => lines),
  );
  await sql(
    "INSERT INTO message_keys (sender_id, key, message_id) SELECT sender_id, id::text, id FROM messages WHERE conversation_id = ANY($1::uuid[])",
    [ids],
  );
}

test.describe("DELETE /account", () => {
  test("deletes every row of the account, and immediately ends its streams, keys and tokens (A13, A25, G2)", async () => {
    const { owner, site, visitor, id } = await newConversation();
    await reply(owner, id, "Hello too");
    const [other, silent] = [await logIn(owner), await openWidget(site)];
    const workspaceId = await workspaceOf(owner);
    await using inbox = await ownerStream(other);
    await using widget = await visitorStream(visitor);

    await erase(owner);

    expect(await Promise.all([inbox.ended, widget.ended])).toEqual(["closed", "closed"]);
    for (const { token } of [owner, other]) await refuse("unauthenticated", "GET", "/account", { token });
    const { visitorToken } = visitor;
    const session = { body: { siteKey: site.publicKey, visitorToken } };
    await refuse("not_found", "POST", "/public/widget-session", session);
    for (const { token } of [visitor, silent]) {
      const call = { token, body: { message: "Still there?" } };
      await refuse("unauthenticated", "GET", "/public/conversations", { token });
      await refuse("unauthenticated", "POST", "/public/conversations", call);
      await refuse("unauthenticated", "POST", `/public/conversations/${id}/messages`, call);
      await refuse("unauthenticated", "GET", `/public/conversations/${id}/messages`, { token });
      await refuse("unauthenticated", "GET", "/public/events", { token });
    }
    await expectErased(owner, workspaceId);
  });

  test("clears the cookie that the request came with", async () => {
    const owner = await newOwner();
    const headers = { Cookie: `next-auth.session-token=${owner.token}` };
    const response = await askNothing("DELETE", "/account", { headers, body: { currentPassword: PASSWORD } });
    expect(response.headers.get("set-cookie")).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
  });

  test("lets the same email create a new account, which has nothing of the old one", async () => {
    const { owner } = await newConversation();
    await erase(owner);
    const body = { email: owner.email, password: PASSWORD };
    await refuse("invalid_credentials", "POST", "/auth/login", { body });
    const { user, token } = await ask(SessionResponse, 201, "POST", "/auth/register", { body });
    expect(user.id).not.toBe(owner.user.id);
    expect((await storedRows({ user, token, email: owner.email })).sites).toEqual([]);
  });

  test("changes nothing of other accounts", async () => {
    const [{ owner }, bystander] = [await newConversation(), await newConversation()];
    const before = await storedRows(bystander.owner);
    await erase(owner);
    expect(await storedRows(bystander.owner)).toEqual(before);
    await start(bystander.visitor, "Still here");
  });

  test("changes nothing with a wrong or missing password", async () => {
    const { owner } = await newConversation();
    const before = await storedRows(owner);
    const { token } = owner;
    await refuse("invalid_credentials", "DELETE", "/account", { token, body: { currentPassword: "wrong" } });
    await refuseFields(["currentPassword"], "DELETE", "/account", { token, body: {} });
    await refuse("unsupported_media_type", "DELETE", "/account", { token });
    expect(await storedRows(owner)).toEqual(before);
  });

  test("deletes the account once when it's requested 8 times at once", async () => {
    const { owner } = await newConversation();
    const workspaceId = await workspaceOf(owner);
    const call = { token: owner.token, body: { currentPassword: PASSWORD } };
    const responses = await Promise.all(Array.from({ length: 8 }, () => send("DELETE", "/account", call)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(7);
    await expectErased(owner, workspaceId);
  });

  test("gets an error if another request closed the account after this one was authenticated", async () => {
    const owner = await newOwner();
    await sql("UPDATE users SET closed_at = now(), password_hash = '' WHERE id = $1", [owner.user.id]);
    const body = { currentPassword: PASSWORD, newPassword: "another password" };
    for (const [method, path] of [
      ["DELETE", "/account"],
      ["POST", "/account/password"],
    ] as const) {
      const { status } = await send(method, path, { token: owner.token, body });
      expect(status).toBe(401);
    }
  });

  test("leaves no row behind while visitors write: they get 201, then 401 or 404 (C17)", async () => {
    const { owner, site, visitor, id } = await newConversation();
    const workspaceId = await workspaceOf(owner);
    const visitors = await Promise.all(Array.from({ length: 10 }, () => openWidget(site)));
    const say = (token: string, path: string) => send("POST", path, { token, body: { message: "Hello" } });
    const [, ...responses] = await Promise.all([
      erase(owner),
      ...visitors.map(({ token }) => say(token, "/public/conversations")),
      ...visitors.map(() => say(visitor.token, `/public/conversations/${id}/messages`)),
    ]);
    for (const { status } of responses) expect([201, 401, 404]).toContain(status);
    await expectErased(owner, workspaceId);
  });
});

test("erases thousands of rows in small batches, so no lock is held for long", { tag: "@soak" }, async () => {
  test.setTimeout(120_000);
  const { owner } = await newConversation();
  const workspaceId = await workspaceOf(owner);
  await fillAccount(owner, atScale(300, 1_500), 4);
  await fillAccount(owner, 1, atScale(2_500, 50_000));
  await erase(owner);
  await expectErased(owner, workspaceId, 60_000);
});

test("forgets a colleague's name in whatever many events and entries have it", { tag: "@soak" }, async () => {
  test.setTimeout(atScale(120_000, 300_000));
  const { workspaceId, sites, agent } = await newTeam();
  const [site] = sites;
  if (!site) throw new Error("the team has two sites");
  const { conversationId } = await start(await openWidget(site), "Hello");
  const rows = atScale(10_000, 400_000);
  await sql(
    `INSERT INTO conversation_events (conversation_id, seq, after_seq, kind, via, actor_id, actor_name, target_id, target_name, created_at)
     SELECT $1, seq, 1, 'assigned', 'session', $2, $3, $2, $3, now() FROM generate_series(1, $4::int) AS seq`,
    [conversationId, agent.user.id, agent.email, rows],
  );
  await sql(
    `INSERT INTO activity (id, workspace_id, at, actor_id, via, action, target_id, actor_name, target_name, target_email)
     SELECT gen_random_uuid(), $1, now(), $2, 'session', 'conversation.assigned', $2, $3, $3, $3 FROM generate_series(1, $4::int)`,
    [workspaceId, agent.user.id, agent.email, rows],
  );
  await erase(agent);
  await expect
    .poll(() => sql("SELECT id FROM users WHERE id = $1", [agent.user.id]), { timeout: atScale(90_000, 240_000) })
    .toEqual([]);
  expect(await rowsContaining([agent.email])).toEqual({});
});

test("a closed account can't be used while its rows still exist", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const workspaceId = await workspaceOf(owner);
  await sql("UPDATE sites SET closed_at = now() WHERE workspace_id = $1", [workspaceId]);
  await sql("UPDATE users SET closed_at = now() WHERE id = $1", [owner.user.id]);

  const call = { token: visitor.token, body: { message: "Still there?" } };
  await refuse("not_found", "POST", "/public/widget-session", { body: { siteKey: site.publicKey } });
  await refuse("not_found", "POST", "/public/conversations", call);
  await refuse("not_found", "POST", `/public/conversations/${id}/messages`, call);
  await refuse("not_found", "GET", `/public/conversations/${id}/messages`, { token: visitor.token });
  await refuse("not_found", "GET", "/public/events", { token: visitor.token });
  const body = { email: owner.email, password: PASSWORD };
  await refuse("invalid_credentials", "POST", "/auth/login", { body });
});

test("the next erasure deletes what a killed process left of a closed account", { tag: "@all" }, async () => {
  await using database = await scratchDatabase();
  await query(
    database.url,
    `WITH account AS (
        INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at, closed_at)
        VALUES (gen_random_uuid(), 'closed', 'closed', '', now(), now(), now()) RETURNING id
      ), workspace AS (
        INSERT INTO workspaces (id, owner_id, created_at) SELECT gen_random_uuid(), id, now() FROM account RETURNING id
      )
      INSERT INTO sites (
        id, workspace_id, public_key, name, accent_color, welcome_message, created_at, updated_at, closed_at
      )
      SELECT gen_random_uuid(), id, 'pk_closed', 'Shop', '#2563eb', 'Hi', now(), now(), now() FROM workspace`,
  );
  const left = () => query(database.url, "SELECT id FROM users UNION ALL SELECT id FROM sites");
  expect(await left()).toHaveLength(2);
  await using _next = await startProcess("next", { DATABASE_URL: database.url });
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
});

import { expect, test } from "@playwright/test";
import { query, scratchDatabase } from "../support/database.ts";
import { insertRows } from "../support/insert-rows.ts";

type Fate = "goes" | "stays";

// What becomes of the rows of tables with people in them once a person who owns no workspace is erased.
const FATE: Record<string, Fate> = {
  members: "goes",
  reads: "goes",
  email_alerts: "goes",
  ownership_offers: "goes",
  second_factors: "goes",
  recovery_codes: "goes",
  login_challenges: "goes",
  oidc_identities: "goes",
  passkeys: "goes",
  notes: "stays",
  activity: "stays",
  conversation_events: "stays",
  invitations: "stays",
};

test("an erased person takes along what's theirs, and leaves what they did for the team", async () => {
  await using database = await scratchDatabase();
  const run = (text: string, values: unknown[] = []) => query<Record<string, unknown>>(database.url, text, values);
  const [owner, person] = await insertRows(run, "users", [
    { email: "ada@example.com", email_key: "ada@example.com" },
    { email: "bob@example.com", email_key: "bob@example.com" },
  ]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: owner?.id }]);
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  const [visitor] = await insertRows(run, "visitors", [{ site_id: site?.id }]);
  const counts = { last_seq: 1, last_message_preview: "x" };
  const [conversation] = await insertRows(run, "conversations", [{ visitor_id: visitor?.id, ...counts }]);
  const [user_id, workspace_id, conversation_id] = [person?.id, workspace?.id, conversation?.id];
  const rows: Record<string, object> = {
    members: { workspace_id, user_id, role: "admin" },
    reads: { user_id, conversation_id },
    email_alerts: { user_id, conversation_id },
    ownership_offers: { workspace_id, from_id: owner?.id, to_id: user_id, keeps: true },
    second_factors: { user_id },
    recovery_codes: { user_id },
    login_challenges: { user_id },
    oidc_identities: { user_id, issuer: "https://issuer.example/", subject: "ada" },
    passkeys: { user_id, name: "Laptop" },
    notes: { conversation_id, seq: 1, author_id: user_id, body: "Call back" },
    activity: { workspace_id, actor_id: user_id, via: "session", action: "site.created", site_id: site?.id },
    conversation_events: { conversation_id, seq: 1, after_seq: 1, kind: "closed", via: "session", actor_id: user_id },
    invitations: { workspace_id, email: "eve@example.com", role: "agent", invited_by: user_id },
  };
  for (const [table, row] of Object.entries(rows)) await insertRows(run, table, [row as Record<string, unknown>]);

  await run("DELETE FROM users WHERE id = $1", [user_id]);

  const fates = await Promise.all(
    Object.keys(rows).map(async (table) => {
      const left = await run(`SELECT FROM ${table} t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'`, [user_id]);
      return [table, left.length > 0 ? "stays" : "goes"];
    }),
  );
  expect(Object.fromEntries(fates)).toEqual(FATE);
  const [members] = await run("SELECT count(*)::int AS count FROM members");
  expect(members).toEqual({ count: 1 });
});

import { expect, test } from "@playwright/test";
import { planDigests } from "#lib/notify/mail/plan-digests.system.ts";
import { decideDigest } from "#lib/notify/mail/policies/digest.ts";
import type { MailEnd } from "#lib/notify/mail/queries/mail-row.system.ts";
import { unsubscribe } from "#lib/notify/mail/unsubscribe.system.ts";
import { readUnsubscribeToken } from "#lib/notify/mail/unsubscribe-link.ts";
import { updateMembership } from "#lib/team/members/commands.ts";
import { toMembershipJson } from "#lib/team/members/json.ts";
import { addConversations } from "../support/added-messages.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";

const NOON = Date.parse("2026-11-25T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const DIGEST = { hour: 8, timeZone: "Asia/Kathmandu" };

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

/** A workspace with two sites, and an agent of it with a confirmed address. */
async function newWorkspace() {
  const person = (name: string) => ({ email: `${name}@example.com`, email_key: name, email_confirmed_at: new Date() });
  const [owner] = await insertRows(run, "users", [person("owner")]);
  const [agent] = await insertRows(run, "users", [person("agent")]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: owner?.id, name: "Kiln Street" }]);
  const ids = { userId: String(agent?.id), workspaceId: String(workspace?.id) };
  await insertRows(run, "members", [{ workspace_id: ids.workspaceId, user_id: ids.userId, role: "agent" }]);
  const newSite = async (name: string) => {
    const look = { public_key: name, name, accent_color: "#000000" };
    return String((await insertRows(run, "sites", [{ workspace_id: ids.workspaceId, ...look }]))[0]?.id);
  };
  return { scope: soloScope(ids), shop: await newSite("Shop"), blog: await newSite("Blog") };
}

const makeDue = () =>
  run("UPDATE members SET digest_due_at = now() - interval '1 minute' WHERE digest_hour IS NOT NULL");
const queued = () => run("SELECT id, kind, user_id, workspace_id FROM mails WHERE kind = 'digest'");

const finish = (_: MailEnd) => Promise.resolve();

/** What's decided about the only digest. */
async function decide(now = NOON) {
  const [row] = await queued();
  const mail = { id: String(row?.id), kind: "digest" as const, siteId: null, conversationId: null };
  const ids = { workspaceId: String(row?.workspace_id), userId: String(row?.user_id) };
  return decideDigest({ ...mail, ...ids, recipient: null, reason: null }, finish, now);
}

const textOf = (decided: Awaited<ReturnType<typeof decide>>) =>
  "mail" in decided
    ? [decided.mail.subject, ...decided.mail.blocks.map((block) => ("text" in block ? block.text : ""))].join("\n")
    : JSON.stringify(decided);

test("a daily email is off by default, and once on, due at its hour in its time zone", async () => {
  const { scope } = await newWorkspace();
  await planDigests();
  expect(await queued()).toEqual([]);
  expect(toMembershipJson(await updateMembership(scope, { available: true }))).not.toHaveProperty("digest");
  expect(toMembershipJson(await updateMembership(scope, { digest: DIGEST })).digest).toEqual(DIGEST);
  const [row] = await run(
    `SELECT to_char(digest_due_at AT TIME ZONE 'Asia/Kathmandu', 'HH24:MI') AS at,
       digest_due_at - now() BETWEEN interval '0' AND interval '1 day' AS "isNext" FROM members WHERE role = 'agent'`,
  );
  expect(row).toEqual({ at: "08:00", isNext: true });
  await updateMembership(scope, { digest: null });
  expect(await run("SELECT FROM members WHERE digest_due_at IS NOT NULL OR digest_zone IS NOT NULL")).toEqual([]);
});

test("one email is queued a day, however many processes look and however long none did", async () => {
  const { scope } = await newWorkspace();
  await updateMembership(scope, { digest: DIGEST });
  await run("UPDATE members SET digest_due_at = now() - interval '5 days' WHERE role = 'agent'");
  await Promise.all([planDigests(), planDigests(), planDigests()]);
  await planDigests();
  expect(await queued()).toHaveLength(1);
  expect(await run("SELECT FROM members WHERE digest_due_at > now()")).toHaveLength(1);
  await makeDue();
  await run("UPDATE members SET standing = 'suspended' WHERE role = 'agent'");
  await planDigests();
  expect(await queued()).toHaveLength(1);
});

test("the email says who waits and what began on the day before, of the sites that its reader has access to", async () => {
  const { scope, shop, blog } = await newWorkspace();
  await updateMembership(scope, { digest: DIGEST });
  await makeDue();
  await planDigests();
  // In Kathmandu, November 24 lasts from 18:15 UTC to 18:15 UTC.
  const at = (text: string) => new Date(`2026-11-${text}:00.000Z`);
  await addConversations(run, shop, [
    [{ body: "Secret words", at: at("23T18:14") }],
    [
      { body: "Hello", at: at("23T18:15") },
      { body: "Hi", from: "owner", at: at("23T19:00") },
    ],
    [{ body: "Secret words", at: at("24T18:14") }],
  ]);
  const [spam] = await addConversations(run, blog, [
    [{ body: "Buy", at: at("24T10:00") }],
    [{ body: "Hello", at: at("24T18:15") }],
  ]);
  await run("UPDATE conversations SET is_spam = true WHERE id = $1", [spam]);
  const text = textOf(await decide());
  expect(text.split("\n")).toEqual([
    "Kiln Street: 3 visitors are waiting, 2 new yesterday",
    "Shop",
    "2 visitors are waiting for a reply, the first of them since Mon, Nov 23, 23:59.",
    "2 conversations began yesterday. 1 of them has no reply yet.",
    "Blog",
    "1 visitor is waiting for a reply, since Wed, Nov 25, 00:00.",
    "",
    "You turned on a daily email about Kiln Street.",
  ]);
  expect(text).not.toContain("Secret");
  await run("UPDATE members SET site_ids = ARRAY[$1::uuid] WHERE role = 'agent'", [blog]);
  expect(textOf(await decide())).not.toContain("Shop");
});

test("nothing is sent if there's nothing to say, or to a bounced, unconfirmed or disabled account", async () => {
  const { scope, shop } = await newWorkspace();
  await updateMembership(scope, { digest: DIGEST });
  await makeDue();
  await planDigests();
  expect(await decide()).toMatchObject({ skip: "No visitor is waiting, and no conversation began on the day before." });
  await addConversations(run, shop, [[{ body: "Hello", at: new Date(NOON - HOUR_MS) }]]);
  expect(await decide()).toHaveProperty("mail");
  await run("UPDATE users SET bounced_email = email");
  expect(await decide()).toMatchObject({ skip: "Emails to your address come back." });
  await run("UPDATE users SET bounced_email = NULL, email_confirmed_at = NULL");
  expect(await decide()).toMatchObject({ skip: "Your email isn’t confirmed." });
  await run("UPDATE users SET email_confirmed_at = now(), disabled_at = now()");
  expect(await decide()).toHaveProperty("skip");
});

test("the link of the email turns it off for its workspace alone, also if it's used twice", async () => {
  const { scope, shop } = await newWorkspace();
  const [other] = await insertRows(run, "workspaces", [{ owner_id: scope.userId }]);
  const elsewhere = soloScope({ userId: scope.userId, workspaceId: String(other?.id) });
  await updateMembership(elsewhere, { digest: DIGEST });
  await updateMembership(scope, { digest: DIGEST });
  await run(
    "UPDATE members SET digest_due_at = now() - interval '1 minute' WHERE workspace_id = $1 AND role = 'agent'",
    [scope.workspaceId],
  );
  await planDigests();
  await addConversations(run, shop, [[{ body: "Hello", at: new Date(NOON - HOUR_MS) }]]);
  const decided = await decide();
  const token = "mail" in decided ? (decided.mail.unsubscribeUrl?.split("/").at(-1) ?? "") : "";
  expect(readUnsubscribeToken(token)).toEqual({
    kind: "digest",
    userId: scope.userId,
    workspaceId: scope.workspaceId,
  });
  await unsubscribe(token);
  await unsubscribe(token);
  expect(await run("SELECT workspace_id FROM members WHERE digest_hour IS NOT NULL")).toEqual([
    { workspace_id: elsewhere.workspaceId },
  ]);
  expect(await decide()).toHaveProperty("skip");
});

import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ActivityListResponse } from "#lib/base/activity/schema.ts";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { absenceOf } from "#lib/team/members/absence.ts";
import {
  type MemberJson,
  MemberListResponse,
  MemberResponse,
  MembershipResponse,
  RemovalResponse,
} from "#lib/team/members/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import { deleteSite, newApiKey, newOwner, newSavedReply, type Owner } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newInvitation, newTeam, type Team } from "../support/team.ts";

const membersOf = async ({ token }: Owner): Promise<MemberJson[]> =>
  (await ask(MemberListResponse, 200, "GET", "/members", { token })).members;

const change = async ({ token }: Owner, { user }: Owner, body: object): Promise<MemberJson> =>
  (await ask(MemberResponse, 200, "PATCH", `/members/${user.id}`, { token, body })).member;

const remove = ({ token }: Owner, { user }: Owner) => askNothing("DELETE", `/members/${user.id}`, { token });

const refuseChange = (code: Parameters<typeof refuse>[0], { token }: Owner, { user }: Owner, body: object) =>
  refuse(code, "PATCH", `/members/${user.id}`, { token, body });

/** Gives someone open conversations on a site, one of them closed. */
async function assign({ user }: Owner, siteId: string, count: number): Promise<string[]> {
  const ids = await addConversations(
    sql,
    siteId,
    Array.from({ length: count }, () => [{ body: "Hello" }]),
  );
  await sql("UPDATE conversations SET assignee_id = $1 WHERE id = ANY ($2::uuid[])", [user.id, ids]);
  return ids;
}

const assigneesOf = async (ids: string[]) =>
  (await sql("SELECT assignee_id AS id FROM conversations WHERE id = ANY ($1::uuid[]) ORDER BY id", [ids])).map(
    ({ id }) => id,
  );

const siteOf = ({ sites }: Team, at: number): string => sites[at]?.id ?? "";

test("members are listed with their roles and sites, and with shared sites to a member with chosen ones", async () => {
  const team = await newTeam();
  const { owner, admin, limitedAdmin, agent, workspaceId } = team;
  const elsewhere = await addMember(workspaceId, { siteIds: [siteOf(team, 1)] });
  const both = await addMember(workspaceId, { siteIds: [siteOf(team, 0), siteOf(team, 1), randomUUID()] });
  const shown = (members: MemberJson[]) =>
    Object.fromEntries(members.map(({ id, role, siteIds }) => [id, [role, siteIds]]));
  const [first, second] = [siteOf(team, 0), siteOf(team, 1)];
  expect(shown(await membersOf(owner))).toEqual({
    [owner.user.id]: ["owner", undefined],
    [admin.user.id]: ["admin", undefined],
    [limitedAdmin.user.id]: ["admin", [first]],
    [agent.user.id]: ["agent", [first]],
    [elsewhere.user.id]: ["agent", [second]],
    [both.user.id]: ["agent", [first, second]],
  });
  const seen = await membersOf(agent);
  expect(shown(seen)[both.user.id]).toEqual(["agent", [first]]);
  expect(seen.map(({ id }) => id)).not.toContain(elsewhere.user.id);
  expect(JSON.stringify(seen)).not.toContain(second);
  expect(seen.some((member) => "secondFactor" in member)).toBe(false);
  await refuse("not_found", "DELETE", `/members/${elsewhere.user.id}`, { token: limitedAdmin.token });
});

test("an admin changes, suspends and removes people within their own sites, and never an owner", async () => {
  const team = await newTeam();
  const { owner, admin, limitedAdmin, agent } = team;
  expect(await change(limitedAdmin, agent, { role: "admin" })).toMatchObject({
    role: "admin",
    siteIds: [siteOf(team, 0)],
  });
  expect(await change(admin, agent, { role: "agent", siteIds: null })).toMatchObject({ role: "agent" });
  for (const target of [owner, admin, agent]) {
    await refuseChange("not_permitted", limitedAdmin, target, { suspended: true });
    await refuse("not_permitted", "DELETE", `/members/${target.user.id}`, { token: limitedAdmin.token });
  }
  await change(admin, agent, { siteIds: [siteOf(team, 0)] });
  for (const siteIds of [null, [siteOf(team, 1)], [randomUUID()]]) {
    const { detail } = await refuseChange("not_permitted", limitedAdmin, agent, { siteIds });
    expect(detail).toBe("You can only give access to sites you have.");
  }
  await refuseChange("not_permitted", admin, agent, { siteIds: [randomUUID()] });
  await refuseChange("not_permitted", admin, admin, { suspended: true });
  await refuseChange("not_permitted", agent, agent, { role: "admin" });
  await refuseChange("conflict", owner, owner, { siteIds: [siteOf(team, 0)] });
  await refuseFields(["role"], "PATCH", `/members/${agent.user.id}`, { token: owner.token, body: { role: "owner" } });
  await refuseChange("not_found", owner, await newOwner(), { role: "agent" });
});

test("a site that's deleted keeps no one from managing the people who had it", async () => {
  const team = await newTeam();
  const { owner, limitedAdmin, workspaceId } = team;
  const [first, gone] = [siteOf(team, 0), siteOf(team, 1)];
  const person = await addMember(workspaceId, { siteIds: [gone, first] });
  const { secret, key } = await newApiKey(person);
  const [kept, ended] = [
    await newInvitation(workspaceId, { site_ids: [first, gone] }),
    await newInvitation(workspaceId, { site_ids: [gone] }),
  ];
  const { token } = limitedAdmin;
  await refuseChange("not_permitted", limitedAdmin, person, { role: "admin" });
  await refuse("not_found", "POST", `/invitations/${kept}/resend`, { token });
  const [, site] = team.sites;
  if (!site) throw new Error("no site");
  await deleteSite(owner, site);
  expect(await change(limitedAdmin, person, { role: "admin" })).toMatchObject({ role: "admin", siteIds: [first] });
  await ask(RemovalResponse, 200, "GET", `/members/${person.user.id}/removal`, { token });
  const { invitation } = await ask(NewInvitationResponse, 201, "POST", `/invitations/${kept}/resend`, { token });
  expect(invitation.siteIds).toEqual([first]);
  await refuse("conflict", "POST", `/invitations/${ended}/resend`, { token: owner.token });
  await askNothing("DELETE", `/workspace/keys/${key.id}`, { token });
  await refuse("unauthenticated", "GET", "/workspace", { token: secret });
  await remove(limitedAdmin, person);
});

test("the last owner can't leave, be removed or become an admin, and a second one can", async () => {
  const { workspaceId, owner, admin } = await newTeam();
  await refuse("last_owner", "DELETE", `/members/${owner.user.id}`, { token: owner.token });
  await refuseChange("last_owner", owner, owner, { role: "admin" });
  const second = await addMember(workspaceId, { role: "owner" });
  expect(await change(second, owner, { role: "admin" })).toMatchObject({ role: "admin" });
  expect(await sql("SELECT owner_id AS id FROM workspaces WHERE id = $1", [workspaceId])).toEqual([
    { id: second.user.id },
  ]);
  await remove(owner, owner);
  await refuse("not_permitted", "DELETE", `/members/${second.user.id}`, { token: admin.token });
  await refuse("not_permitted", "GET", `/members/${second.user.id}/removal`, { token: admin.token });
});

test("removing someone takes away all they had there, as the preview said, and logs it", async () => {
  const team = await newTeam();
  const { owner, agent, workspaceId } = team;
  const open = await assign(agent, siteOf(team, 0), 3);
  const { key, secret } = await newApiKey(agent);
  await newSavedReply(agent, { personal: true });
  const [notification] = await insertRows(sql, "notifications", [
    {
      workspace_id: workspaceId,
      user_id: agent.user.id,
      channel: "ntfy",
      name: "Phone",
      kind: "message",
      conversation_id: open[0],
    },
  ]);
  await insertRows(sql, "channels", [{ user_id: agent.user.id, kind: "ntfy" }]);
  await using stream = await ownerStream(agent);
  const path = `/members/${agent.user.id}`;
  const lost = { openConversations: 3, apiKeys: 1, invitations: 0, savedReplies: 1, scheduledReplies: 0 };
  const { removal } = await ask(RemovalResponse, 200, "GET", `${path}/removal`, { token: owner.token });
  expect(removal).toEqual({ ...lost, endsSessions: true });

  await remove(owner, agent);

  expect(await stream.ended).toBe("closed");
  for (const token of [agent.token, secret]) await refuse("unauthenticated", "GET", "/conversations", { token });
  expect(await assigneesOf(open)).toEqual([null, null, null]);
  expect(await sql("SELECT id FROM api_keys WHERE id = $1", [key.id])).toEqual([]);
  expect(await sql("SELECT id FROM channels WHERE user_id = $1", [agent.user.id])).toEqual([]);
  expect(await sql("SELECT status, reason FROM notifications WHERE id = $1", [notification?.id])).toEqual([
    { status: "skipped", reason: "no_access" },
  ]);
  await refuse("not_found", "DELETE", path, { token: owner.token });
  const { activity } = await ask(ActivityListResponse, 200, "GET", "/activity?action=member.removed", {
    token: owner.token,
  });
  expect(activity).toMatchObject([{ actorId: owner.user.id, targetId: agent.user.id, data: lost }]);
});

test("a suspended member is out until they're restored, and their keys only pause", async () => {
  const { owner, agent } = await newTeam();
  const { secret } = await newApiKey(agent);
  expect(await change(owner, agent, { suspended: true })).toMatchObject({ suspended: true });
  expect((await send("GET", "/conversations", { token: secret })).status).not.toBe(200);
  expect((await send("GET", "/conversations", { token: agent.token })).status).not.toBe(200);
  expect("suspended" in (await change(owner, agent, { suspended: false }))).toBe(false);
  expect((await send("GET", "/conversations", { token: secret })).status).toBe(200);
});

test("someone who loses sites loses what they had there, and keeps the rest", async () => {
  const team = await newTeam();
  const { owner, admin, workspaceId } = team;
  const [first, second] = [siteOf(team, 0), siteOf(team, 1)];
  const lost = await assign(admin, second, 1);
  const kept = await assign(admin, first, 1);
  const keptInvitation = await newInvitation(workspaceId, { invited_by: admin.user.id, site_ids: [first] });
  await newInvitation(workspaceId, { invited_by: admin.user.id, site_ids: [second] });
  await newInvitation(workspaceId, { invited_by: admin.user.id });
  await change(owner, admin, { siteIds: [first] });
  expect([await assigneesOf(lost), await assigneesOf(kept)]).toEqual([[null], [admin.user.id]]);
  const pending = () => sql("SELECT id FROM invitations WHERE workspace_id = $1 AND revoked_at IS NULL", [workspaceId]);
  expect(await pending()).toEqual([{ id: keptInvitation }]);
  await change(owner, admin, { role: "agent" });
  expect(await pending()).toEqual([]);
});

test("someone who leaves stays logged in where they leave, and in their other workspaces", async () => {
  const { workspaceId, agent } = await newTeam();
  await remove(agent, agent);
  const call = { token: agent.token };
  await refuse("not_found", "GET", "/members", call);
  expect((await send("GET", "/workspaces", call)).text).toBe('{"workspaces":[]}');
  const [left] = await sql(
    "SELECT action, actor_id AS actor FROM activity WHERE workspace_id = $1 ORDER BY at DESC LIMIT 1",
    [workspaceId],
  );
  expect(left).toEqual({ action: "member.left", actor: agent.user.id });

  const person = await newOwner();
  const team = await newTeam();
  await sql("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", [
    team.workspaceId,
    person.user.id,
  ]);
  await askNothing("DELETE", `/members/${person.user.id}`, { token: team.owner.token });
  expect((await send("GET", "/members", { token: person.token })).status).toBe(200);
  await refuse("not_found", "GET", "/members", { token: person.token, workspaceId: team.workspaceId });
});

test("each member sets their own name for visitors, notifications and hours", async () => {
  const { agent, owner } = await newTeam();
  const path = "/account/membership";
  const { token } = agent;
  const schedule = {
    timeZone: "Europe/Berlin",
    windows: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, until: 1 })),
  };
  const body = { visitorName: "Bob from support", notifyAbout: "mine", schedule };
  const { membership } = await ask(MembershipResponse, 200, "PATCH", path, { token, body });
  expect(membership).toMatchObject({ ...body, available: true });
  expect((await ask(MembershipResponse, 200, "GET", path, { token: owner.token })).membership).toEqual({
    notifyAbout: "all",
    available: true,
    availableNow: true,
  });
  const cleared = await ask(MembershipResponse, 200, "PATCH", path, {
    token,
    body: { visitorName: null, schedule: null, available: false },
  });
  expect(cleared.membership).toEqual({ notifyAbout: "mine", available: false, availableNow: false });
  await refuseFields(["schedule.windows.0.until"], "PATCH", path, {
    token,
    body: { schedule: { timeZone: "UTC", windows: [{ day: 1, from: 600, until: 600 }] } },
  });
  // A name that JavaScript knows, and PostgreSQL doesn't.
  await refuseFields(["schedule.timeZone"], "PATCH", path, {
    token,
    body: { schedule: { ...schedule, timeZone: "US/Pacific-New" } },
  });
});

test("the database and the dashboard agree on who is away, and when an absence ends", async () => {
  const hour = 3_600_000;
  // Around the changes of these zones' clocks, off the full hour.
  const changes = {
    "Europe/Berlin": "2026-10-25T01:00Z",
    "America/New_York": "2026-03-08T07:00Z",
    "Australia/Lord_Howe": "2026-04-04T15:00Z",
  };
  const windows = [
    { day: 7, from: 90, until: 165 },
    { day: 7, from: 1_380, until: 1_440 },
    { day: 6, from: 0, until: 30 },
    { day: 2, from: 540, until: 1_020 },
  ];
  const absences = Object.entries(changes).flatMap(([timeZone, change]) =>
    Array.from({ length: 24 }, (_, at) => {
      const now = Date.parse(change) + (at - 12) * 2.5 * hour + 7 * 60_000;
      const absence = absenceOf({ available: true, schedule: { timeZone, windows } }, now);
      return { timeZone, now: new Date(now), isAvailable: absence === null, until: absence?.until ?? null };
    }),
  );
  expect(new Set(absences.map(({ isAvailable }) => isAvailable)).size).toBe(2);
  const wrong = await sql(
    `SELECT given.* FROM jsonb_to_recordset($1) AS given ("timeZone" text, now timestamptz, "isAvailable" boolean, until timestamptz)
     WHERE is_available(now, true, $2, "timeZone") <> "isAvailable"
       OR NOT "isAvailable" AND (
         NOT is_available(until, true, $2, "timeZone")
         OR is_available(until - interval '1 minute', true, $2, "timeZone")
         OR EXISTS (
           SELECT FROM generate_series(now, until - interval '1 minute', '15 minutes') AS before (at)
           WHERE is_available(at, true, $2, "timeZone")
         )
       )`,
    [JSON.stringify(absences), JSON.stringify(windows)],
  );
  expect(wrong).toEqual([]);
});

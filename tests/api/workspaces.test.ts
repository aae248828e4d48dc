import { expect, test } from "@playwright/test";
import { ActivityListResponse } from "#lib/base/activity/schema.ts";
import {
  FoundOfferResponse,
  OwnershipOfferResponse,
  WorkspaceListResponse,
  WorkspaceResponse,
} from "#lib/people/workspaces/schema.ts";
import { WorkspaceKeyListResponse } from "#lib/team/api-keys/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import { newApiKey, newConversation, newOwner, type Owner, openWidget, PASSWORD } from "../support/factories.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

const currentPassword = PASSWORD;

const workspaceOf = async ({ token }: Owner) =>
  (await ask(WorkspaceResponse, 200, "GET", "/workspace", { token })).workspace;

test("a workspace shows the caller's role, and is named after its first site until it has a name", async () => {
  const { owner, limitedAdmin, sites, workspaceId } = await newTeam();
  expect(await workspaceOf(owner)).toEqual({
    id: workspaceId,
    name: sites[0]?.name,
    role: "owner",
    shared: true,
    claimsOnReply: true,
    activityDays: 180,
    ownerIds: [owner.user.id],
  });
  const call = { token: owner.token, body: { name: "Kiln Street", claimsOnReply: false } };
  expect((await ask(WorkspaceResponse, 200, "PATCH", "/workspace", call)).workspace).toMatchObject(call.body);
  expect(await workspaceOf(limitedAdmin)).toMatchObject({
    name: "Kiln Street",
    role: "admin",
    siteIds: [sites[0]?.id],
  });
  await refuse("not_permitted", "PATCH", "/workspace", { ...call, token: limitedAdmin.token });
  const { activity } = await ask(ActivityListResponse, 200, "GET", "/activity?limit=2", { token: owner.token });
  expect(activity.map(({ action }) => action).toSorted()).toEqual(["workspace.changed", "workspace.renamed"]);
});

test("a person creates further workspaces of their own, and each request names one or is for the oldest", async () => {
  const owner = await newOwner();
  const { token } = owner;
  const first = await workspaceOf(owner);
  const call = { token, body: { name: "Second shop" } };
  const { workspace } = await ask(WorkspaceResponse, 201, "POST", "/workspaces", call);
  expect(workspace).toMatchObject({ name: "Second shop", role: "owner", shared: false });
  const { workspaces } = await ask(WorkspaceListResponse, 200, "GET", "/workspaces", { token });
  expect(workspaces.map(({ id }) => id)).toEqual([first.id, workspace.id]);
  expect(await workspaceOf(owner)).toEqual(first);
  expect(
    (await ask(WorkspaceResponse, 200, "GET", "/workspace", { token, workspaceId: workspace.id })).workspace,
  ).toEqual(workspace);
  await refuse("not_found", "GET", "/workspace", { token, workspaceId: (await newTeam()).workspaceId });
  const twice = `/workspace?workspaceId=${first.id}&workspaceId=${workspace.id}`;
  expect(await refuseFields(["Workspace-Id"], "GET", twice, { token })).toEqual(["must be one UUID"]);
  for (let count = 2; count < 10; count += 1) await ask(WorkspaceResponse, 201, "POST", "/workspaces", call);
  await refuse("conflict", "POST", "/workspaces", call);
});

test("with closed sign-up, only someone in no workspace creates one", { tag: "@all" }, async () => {
  await using service = await startProcess("closed", { SIGNUP: "closed" });
  const { baseUrl } = service;
  const body = { name: "Kiln Street" };
  await refuse("not_accepted", "POST", "/workspaces", { baseUrl, token: (await newOwner()).token, body });
  const { agent } = await newTeam();
  await askNothing("DELETE", `/members/${agent.user.id}`, { baseUrl, token: agent.token });
  await ask(WorkspaceResponse, 201, "POST", "/workspaces", { baseUrl, token: agent.token, body });
  await refuse("not_accepted", "POST", "/workspaces", { baseUrl, token: agent.token, body });
});

test("an API key is for the workspace it was created in, and admins revoke the keys of people they manage", async () => {
  const { owner, admin, limitedAdmin, agent, workspaceId } = await newTeam();
  const { token } = owner;
  const { workspace } = await ask(WorkspaceResponse, 201, "POST", "/workspaces", { token, body: { name: "Other" } });
  const [ofOwner, ofAgent] = [await newApiKey(owner), await newApiKey(agent)];
  const read = (workspaceId?: string) =>
    send("GET", "/workspace", { token: ofOwner.secret, ...(workspaceId && { workspaceId }) });
  expect(JSON.parse((await read()).text).workspace.id).toBe(workspaceId);
  expect((await read(workspace.id)).status).toBe(404);
  const listed = async (by: string) =>
    (await ask(WorkspaceListResponse, 200, "GET", "/workspaces", { token: by })).workspaces.map(({ id }) => id);
  expect([await listed(ofOwner.secret), await listed(token)]).toEqual([[workspaceId], [workspaceId, workspace.id]]);
  expect(JSON.parse((await send("GET", "/account/keys", { token, workspaceId: workspace.id })).text).keys).toEqual([]);
  const shown = async ({ token }: Owner) =>
    (await ask(WorkspaceKeyListResponse, 200, "GET", "/workspace/keys", { token })).keys.map(
      ({ memberId }) => memberId,
    );
  expect(await shown(owner)).toEqual([agent.user.id, owner.user.id]);
  expect(await shown(admin)).toEqual([agent.user.id]);
  expect(await shown(limitedAdmin)).toEqual([agent.user.id]);
  await refuse("not_permitted", "GET", "/workspace/keys", { token: agent.token });
  await refuse("not_found", "DELETE", `/workspace/keys/${ofOwner.key.id}`, { token: limitedAdmin.token });
  await askNothing("DELETE", `/workspace/keys/${ofAgent.key.id}`, { token: limitedAdmin.token });
  await refuse("unauthenticated", "GET", "/workspace", { token: ofAgent.secret });
});

test("security needs the password, a day's notice and the caller's own second factor", async () => {
  const { owner, admin } = await newTeam();
  const path = "/workspace/security";
  const call = (body: object) => ({ token: owner.token, body: { currentPassword, ...body } });
  const soon = new Date(Date.now() + 23 * 3_600_000).toISOString();
  const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
  await refuse("invalid_credentials", "PATCH", path, call({ currentPassword: "wrong", activityDays: 60 }));
  await refuseFields(["secondFactorFrom"], "PATCH", path, call({ secondFactorFrom: soon }));
  await refuse("conflict", "PATCH", path, call({ secondFactorFrom: later }));
  await refuseFields(["activityDays"], "PATCH", path, call({ activityDays: 29 }));
  await refuse("not_permitted", "PATCH", path, { ...call({ activityDays: 60 }), token: admin.token });
  await sql("INSERT INTO second_factors (user_id, secret, confirmed_at, created_at) VALUES ($1, '', now(), now())", [
    owner.user.id,
  ]);
  const { workspace } = await ask(
    WorkspaceResponse,
    200,
    "PATCH",
    path,
    // With more digits than PostgreSQL reads.
    call({ secondFactorFrom: later.replace("Z", `${"1".repeat(200)}Z`), activityDays: 60 }),
  );
  expect(workspace).toMatchObject({ secondFactorFrom: later, activityDays: 60 });
  const undone = await ask(WorkspaceResponse, 200, "PATCH", path, call({ secondFactorFrom: null }));
  expect("secondFactorFrom" in undone.workspace).toBe(false);
});

test.describe("handing over", () => {
  const path = "/workspace/ownership-offer";

  test("makes the other person an owner once they accept, and the giver an admin", async () => {
    const { owner, admin, agent, workspaceId } = await newTeam();
    const body = { memberId: admin.user.id, currentPassword };
    await refuse("invalid_credentials", "POST", path, {
      token: owner.token,
      body: { ...body, currentPassword: "wrong" },
    });
    const { offer } = await ask(OwnershipOfferResponse, 201, "POST", path, { token: owner.token, body });
    expect(offer).toMatchObject({ from: owner.user.id, to: admin.user.id, keeps: false });
    await refuse("conflict", "POST", path, { token: owner.token, body: { ...body, memberId: agent.user.id } });
    const seen = ({ token }: Owner) => ask(FoundOfferResponse, 200, "GET", path, { token });
    expect([await seen(owner), await seen(admin), await seen(agent)]).toEqual([{ offer }, { offer }, {}]);
    await refuse("link_gone", "POST", `${path}/accept`, { token: agent.token, body: { currentPassword } });
    const accept = { token: admin.token, body: { currentPassword } };
    await refuse("invalid_credentials", "POST", `${path}/accept`, { ...accept, body: { currentPassword: "wrong" } });
    const { workspace } = await ask(WorkspaceResponse, 200, "POST", `${path}/accept`, accept);
    expect(workspace).toMatchObject({ role: "owner", ownerIds: [admin.user.id] });
    expect((await workspaceOf(owner)).role).toBe("admin");
    expect(await sql("SELECT owner_id AS id FROM workspaces WHERE id = $1", [workspaceId])).toEqual([
      { id: admin.user.id },
    ]);
    await refuse("link_gone", "POST", `${path}/accept`, accept);
  });

  test("leaves both as owners if the giver keeps it, and gives someone with chosen sites all of them", async () => {
    const { owner, agent } = await newTeam();
    const body = { memberId: agent.user.id, currentPassword, keeps: true };
    await ask(OwnershipOfferResponse, 201, "POST", path, { token: owner.token, body });
    await ask(WorkspaceResponse, 200, "POST", `${path}/accept`, { token: agent.token, body: { currentPassword } });
    const workspace = await workspaceOf(agent);
    expect(workspace.ownerIds).toEqual([owner.user.id, agent.user.id]);
    expect("siteIds" in workspace).toBe(false);
    await refuse("conflict", "POST", path, { token: owner.token, body });
  });

  test("is off once the offer is declined, withdrawn or expired, or its giver is no longer an owner", async () => {
    const { owner, admin, workspaceId } = await newTeam();
    const offer = () =>
      ask(OwnershipOfferResponse, 201, "POST", path, {
        token: owner.token,
        body: { memberId: admin.user.id, currentPassword },
      });
    const refused = () =>
      refuse("link_gone", "POST", `${path}/accept`, { token: admin.token, body: { currentPassword } });
    for (const { token } of [admin, owner]) {
      await offer();
      await askNothing("DELETE", path, { token });
      await refused();
      await refuse("not_found", "DELETE", path, { token });
    }
    await offer();
    await sql("UPDATE ownership_offers SET expires_at = now() WHERE workspace_id = $1", [workspaceId]);
    await refused();
    await offer();
    const second = await addMember(workspaceId, { role: "owner" });
    await ask(WorkspaceResponse, 200, "GET", "/workspace", { token: second.token });
    await send("PATCH", `/members/${owner.user.id}`, { token: second.token, body: { role: "admin" } });
    await refused();
  });
});

test("withdrawing the offer that a tab still shows doesn't end a newer one of another owner", async () => {
  const { owner, admin, agent, workspaceId } = await newTeam();
  const second = await addMember(workspaceId, { role: "owner" });
  const path = "/workspace/ownership-offer";
  const body = { memberId: admin.user.id, currentPassword };
  await ask(OwnershipOfferResponse, 201, "POST", path, { token: second.token, body });
  for (const stale of [
    `from=${owner.user.id}&to=${admin.user.id}`,
    `from=${second.user.id}&to=${agent.user.id}`,
    `to=${agent.user.id}`,
  ]) {
    await refuse("not_found", "DELETE", `${path}?${stale}`, { token: owner.token });
  }
  await askNothing("DELETE", `${path}?from=${second.user.id}&to=${admin.user.id}`, { token: owner.token });
});

test("deleting a workspace erases it for everyone, and people keep their accounts", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const { id: workspaceId, name } = await workspaceOf(owner);
  const member = await addMember(workspaceId, { role: "admin" });
  const { secret } = await newApiKey(member);
  await using stream = await ownerStream(member);
  const call = { token: owner.token, body: { currentPassword, name } };
  await refuse("not_permitted", "DELETE", "/workspace", { ...call, token: member.token });
  await refuse("invalid_credentials", "DELETE", "/workspace", {
    ...call,
    body: { ...call.body, currentPassword: "wrong" },
  });
  await refuseFields(["name"], "DELETE", "/workspace", { ...call, body: { ...call.body, name: "Another" } });

  await askNothing("DELETE", "/workspace", call);

  expect(await stream.ended).toBe("closed");
  for (const { token } of [owner, member]) {
    expect((await send("GET", "/workspaces", { token })).text).toBe('{"workspaces":[]}');
    await refuse("not_found", "GET", `/conversations/${id}`, { token });
    expect((await send("GET", "/account", { token })).status).toBe(200);
  }
  await refuse("unauthenticated", "GET", "/workspace", { token: secret });
  await refuse("not_found", "POST", "/public/widget-session", { body: { siteKey: site.publicKey } });
  await refuse("unauthenticated", "GET", "/public/conversations", { token: visitor.token });
  await expect.poll(() => sql("SELECT id FROM workspaces WHERE id = $1", [workspaceId])).toEqual([]);
  expect(await sql("SELECT id FROM conversations WHERE id = $1", [id])).toEqual([]);
  await openWidget(site).then(
    () => expect("opened").toBe("refused"),
    () => undefined,
  );
});

test("deleting an account leaves other people's workspaces, and is refused if one would lose its last owner", async () => {
  const { owner, admin, workspaceId, sites } = await newTeam();
  const call = ({ token }: Owner) => ({ token, body: { currentPassword } });
  const { workspaces } = await refuse("last_owner", "DELETE", "/account", call(owner));
  expect(workspaces).toEqual([{ id: workspaceId, name: sites[0]?.name }]);
  await askNothing("DELETE", "/account", call(admin));
  expect((await send("GET", "/workspace", { token: owner.token })).status).toBe(200);
  await expect.poll(() => sql("SELECT id FROM users WHERE id = $1", [admin.user.id])).toEqual([]);
  const [left] = await sql("SELECT action, data FROM activity WHERE workspace_id = $1 ORDER BY at DESC LIMIT 1", [
    workspaceId,
  ]);
  expect(left).toMatchObject({ action: "member.left" });
  const second = await addMember(workspaceId, { role: "owner" });
  await askNothing("DELETE", "/account", call(owner));
  expect((await workspaceOf(second)).ownerIds).toEqual([second.user.id]);
});

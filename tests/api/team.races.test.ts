import { expect, test } from "@playwright/test";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { OwnershipOfferResponse } from "#lib/people/workspaces/schema.ts";
import { tokenIn } from "../support/account-mails.ts";
import { type ApiResponse, ask, send } from "../support/api-client.ts";
import { newOwner, newPerson, type Owner, PASSWORD } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

/** Sends requests that all wait for the workspace, lets them go at once, and returns their statuses. */
async function atOnce(workspaceId: string, requests: (() => Promise<ApiResponse>)[]): Promise<number[]> {
  await using held = await holdTransaction();
  await held.run("SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE", [workspaceId]);
  const running = requests.map((request) => request());
  await held.untilWaitedFor(requests.length);
  await held.end("COMMIT");
  return (await Promise.all(running)).map(({ status }) => status);
}

const call =
  ({ token }: Pick<Owner, "token">, method: string, path: string, body?: object) =>
  () =>
    send(method, path, { token, ...(body && { body }) });

const ownersOf = async (workspaceId: string) =>
  (await sql("SELECT user_id AS id FROM members WHERE workspace_id = $1 AND role = 'owner'", [workspaceId])).length;

async function invited({ token }: Owner, { email }: Owner): Promise<{ id: string; token: string }> {
  const made = await ask(NewInvitationResponse, 201, "POST", "/invitations", { token, body: { email, role: "agent" } });
  return { id: made.invitation.id, token: tokenIn("invite", made.link) };
}

const accepting = (person: Owner, token: string) => call(person, "POST", "/account/invitations", { token });

const isActive = async ({ user }: Owner, workspaceId: string) =>
  (
    await sql("SELECT 1 FROM members WHERE user_id = $1 AND workspace_id = $2 AND standing = 'active'", [
      user.id,
      workspaceId,
    ])
  ).length === 1;

async function workspaceOf({ user }: Owner): Promise<string> {
  const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  return String(row?.id);
}

test("of two admins who demote each other at once, one is demoted and the other refused", async () => {
  const { workspaceId, admin } = await newTeam({ sites: 1 });
  const other = await addMember(workspaceId, { role: "admin" });
  const demote = (one: Owner, { user }: Owner) => call(one, "PATCH", `/members/${user.id}`, { role: "agent" });
  const statuses = await atOnce(workspaceId, [demote(admin, other), demote(other, admin)]);
  expect(new Set(statuses)).toEqual(new Set([200, 403]));
});

test("of the last two owners who leave at once, one stays", async () => {
  const { workspaceId, owner } = await newTeam({ sites: 1 });
  const other = await addMember(workspaceId, { role: "owner" });
  const leave = (one: Owner) => call(one, "DELETE", `/members/${one.user.id}`);
  expect(new Set(await atOnce(workspaceId, [leave(owner), leave(other)]))).toEqual(new Set([204, 409]));
  expect(await ownersOf(workspaceId)).toBe(1);
});

test("an invitation that's accepted in two browsers at once is used once", async () => {
  const { workspaceId, owner } = await newTeam({ sites: 1 });
  const person = await newPerson();
  const { token } = await invited(owner, person);
  await using held = await holdTransaction();
  await held.run("SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE", [workspaceId]);
  const running = [accepting(person, token)(), accepting(person, token)()];
  await held.untilWaitedFor(1);
  await held.end("COMMIT");
  expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([200, 410]));
});

test("an invitation that's accepted while it's revoked, or its inviter removed, gives access or doesn't, never both", async () => {
  for (const end of ["revoked", "inviter removed"]) {
    const { workspaceId, owner, admin } = await newTeam({ sites: 1 });
    const person = await newPerson();
    const { id, token } = await invited(admin, person);
    const ending =
      end === "revoked"
        ? call(owner, "POST", `/invitations/${id}/resend`)
        : call(owner, "DELETE", `/members/${admin.user.id}`);
    const [accepted, ended] = await atOnce(workspaceId, [accepting(person, token), ending]);
    expect([200, 410]).toContain(accepted);
    expect(ended, end).toBe(end === "revoked" ? (accepted === 200 ? 409 : 201) : 204);
    expect(await isActive(person, workspaceId), end).toBe(accepted === 200);
  }
});

test("an account that's deleted while someone joins its workspace stays, or the invitation is gone", async () => {
  const [owner, person] = [await newOwner(), await newPerson()];
  const workspaceId = await workspaceOf(owner);
  const { token } = await invited(owner, person);
  const erase = call(owner, "DELETE", "/account", { currentPassword: PASSWORD });
  const statuses = await atOnce(workspaceId, [accepting(person, token), erase]);
  expect([
    [200, 409],
    [410, 204],
  ]).toContainEqual(statuses);
});

test("a workspace keeps an owner if its owner deletes their account while another accepts it", async () => {
  const { workspaceId, owner, admin } = await newTeam({ sites: 1 });
  const body = { memberId: admin.user.id, currentPassword: PASSWORD };
  await ask(OwnershipOfferResponse, 201, "POST", "/workspace/ownership-offer", { token: owner.token, body });
  const [accepted, erased] = await atOnce(workspaceId, [
    call(admin, "POST", "/workspace/ownership-offer/accept", { currentPassword: PASSWORD }),
    call(owner, "DELETE", "/account", { currentPassword: PASSWORD }),
  ]);
  expect(accepted).toBe(200);
  expect([204, 409]).toContain(erased);
  expect(await ownersOf(workspaceId)).toBe(1);
});

import { expect, test } from "@playwright/test";
import { OwnershipOfferResponse } from "#lib/workspaces/schema.ts";
import { type ApiResponse, ask, send } from "../support/api-client.ts";
import { type Owner, PASSWORD } from "../support/factories.ts";
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

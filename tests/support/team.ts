import { randomBytes } from "node:crypto";
import type { Role } from "#lib/base/access/scopes.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { newEmail, newOwner, newPerson, newSite, type Owner } from "./factories.ts";
import { insertRows, type Run } from "./insert-rows.ts";
import { sql } from "./stored-rows.ts";

export type Team = {
  workspaceId: string;
  sites: SiteJson[];
  owner: Owner;
  /** With all sites. */
  admin: Owner;
  /** With the first site only. */
  limitedAdmin: Owner;
  /** With the first site only. */
  agent: Owner;
};

type Membership = { role?: Role; siteIds?: string[] | null };

/** Adds a new person to a workspace: an agent with all sites, if nothing else is given. */
export async function addMember(
  workspaceId: string,
  { role = "agent", siteIds = null }: Membership = {},
): Promise<Owner> {
  const person = await newPerson();
  await sql(
    `INSERT INTO members (workspace_id, user_id, role, site_ids, created_at) VALUES ($1, $2, $3, $4::uuid[], now())`,
    [workspaceId, person.user.id, role, siteIds],
  );
  await sql("UPDATE workspaces SET shared_at = coalesce(shared_at, now()) WHERE id = $1", [workspaceId]);
  return person;
}

/** A workspace with people in each role, as the rows that their invitations would have left. */
export async function newTeam({ sites: count = 2 } = {}): Promise<Team> {
  const owner = await newOwner();
  // One after the other, as the order in which they were added is shown.
  const sites: SiteJson[] = [];
  while (sites.length < count) sites.push(await newSite(owner));
  const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const workspaceId = String(row?.id);
  const siteIds = sites.slice(0, 1).map(({ id }) => id);
  // So is the order in which people joined.
  const admin = await addMember(workspaceId, { role: "admin" });
  const limitedAdmin = await addMember(workspaceId, { role: "admin", siteIds });
  const agent = await addMember(workspaceId, { siteIds });
  return { workspaceId, sites, owner, admin, limitedAdmin, agent };
}

/** Hands the workspaces of an owner over to another person, and suspends the owner there. */
export async function replaceOwner(run: Run, ownerId: string, otherId: string): Promise<void> {
  await run(
    `INSERT INTO members (workspace_id, user_id, role, created_at)
     SELECT id, $2, 'owner', now() FROM workspaces WHERE owner_id = $1`,
    [ownerId, otherId],
  );
  await run("UPDATE members SET role = 'agent', standing = 'suspended' WHERE user_id = $1", [ownerId]);
}

/** Stores a pending invitation that no one sent, and returns its id. */
export async function newInvitation(
  workspaceId: string,
  fields: Record<string, unknown> = {},
  run: Run = sql,
): Promise<string> {
  const email = newEmail();
  const hash = () => `\\x${randomBytes(32).toString("hex")}`;
  const [row] = await insertRows(run, "invitations", [
    {
      workspace_id: workspaceId,
      email,
      email_key: email,
      role: "agent",
      link_hash: hash(),
      mail_hash: hash(),
      expires_at: new Date(Date.now() + 3_600_000),
      ...fields,
    },
  ]);
  return String(row?.id);
}

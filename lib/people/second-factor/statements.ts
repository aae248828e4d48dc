import { Prisma } from "#prisma-client";
import { WORKSPACE_NAME } from "../../base/access/statements.ts";

type Change =
  | { action: "second_factor.turned_on" | "second_factor.turned_off"; via: "session" }
  | { action: "second_factor.reset"; via: "operator" };

/** Logs that someone's second factor was changed, in each workspace they're in. */
export const storeSecondFactorActivity = (userId: string, { action, via }: Change) => Prisma.sql`
  INSERT INTO activity (id, workspace_id, at, actor_id, via, action, target_id)
  SELECT gen_random_uuid(), m.workspace_id, now(), ${via === "session" ? userId : null}::uuid, ${via}, ${action}, m.user_id
  FROM members m WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed'`;

/** Stores the secret of a factor that's being set up: no row if one is on already, a race that this statement decides. */
export const storeNewSecret = (userId: string, secret: Buffer) => Prisma.sql`
  INSERT INTO second_factors AS f (user_id, secret, created_at) VALUES (${userId}::uuid, ${secret}, now())
  ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = excluded.created_at
  WHERE f.confirmed_at IS NULL RETURNING user_id AS "userId"`;

/** Locks a factor that's on until the commit. */
export const lockSecondFactor = (userId: string) => Prisma.sql`
  SELECT user_id AS "userId" FROM second_factors WHERE user_id = ${userId}::uuid AND confirmed_at IS NOT NULL FOR UPDATE`;

const FROM = { "second factor": Prisma.sql`w.second_factor_from`, provider: Prisma.sql`w.oidc_from` };

/** The RequiringWorkspaces of a person. SQL, because a workspace's name is an expression of three tables. */
export const requiringWorkspaces = (userId: string, what: keyof typeof FROM = "second factor") => Prisma.sql`
  SELECT w.id, ${WORKSPACE_NAME} AS "workspaceName", ${FROM[what]} AS "from", ${FROM[what]} <= now() AS "isDue"
  FROM members m JOIN workspaces w ON w.id = m.workspace_id
  WHERE m.user_id = ${userId}::uuid AND m.standing = 'active' AND w.closed_at IS NULL AND ${FROM[what]} IS NOT NULL
  ORDER BY ${FROM[what]}, w.id`;

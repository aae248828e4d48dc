import { Prisma } from "#prisma-client";

type Change =
  | { action: "second_factor.turned_on" | "second_factor.turned_off"; via: "session" }
  | { action: "second_factor.reset"; via: "operator" };

/** Logs that someone's second factor was changed, in each workspace they're in. */
export const storeSecondFactorActivity = (userId: string, { action, via }: Change) => Prisma.sql`
  INSERT INTO activity (id, workspace_id, at, actor_id, via, action, target_id)
  SELECT gen_random_uuid(), m.workspace_id, now(), ${via === "session" ? userId : null}::uuid, ${via}, ${action}, m.user_id
  FROM members m WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed'`;

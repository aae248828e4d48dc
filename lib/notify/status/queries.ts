import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { StatusCheck } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import { isOperator } from "./operators.system.ts";

export type CheckRow = Pick<StatusCheck, "name" | "host" | "state" | "says" | "todo" | "since" | "checkedAt" | "dueAt">;

/** Returns what the service's checks found last. Throws `not_permitted` unless an operator asks. */
export async function listChecks(scope: PersonScope): Promise<CheckRow[]> {
  if (!(await isOperator(scope))) throw new AppError("not_permitted");
  return db().statusCheck.findMany({ where: { state: { not: null } } });
}

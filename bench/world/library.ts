import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { closeDb } from "#platform/database/database.ts";
import { provideEnv, readSettings } from "#platform/env.ts";
import { soloScope } from "../../tests/support/solo-scope.ts";
import type { MadeOwner } from "../data-set.ts";
import type { MadeSet } from "./data-sets.ts";
import { BENCH_SECRET } from "./servers.ts";

/** Lets the service's own queries run in this process, on one of the data sets, and lets go of it afterwards. */
export async function withLibrary<T>({ url }: MadeSet, work: () => Promise<T>): Promise<T> {
  provideEnv({ ...readSettings({}), DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET });
  try {
    return await work();
  } finally {
    await closeDb();
  }
}

/** What a query is asked with for one of the made owners. */
export const scopeOf = (owner: MadeOwner): OwnerScope => soloScope(owner);

export function ownerOf({ owners }: MadeSet, email: string): MadeOwner {
  const owner = owners.find((one) => one.email === email);
  if (!owner) throw new Error(`the data set has no owner ${email}`);
  return owner;
}

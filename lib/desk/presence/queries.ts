import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import type { PersonLooking } from "./schema.ts";
import { othersLooking } from "./statements.ts";

/** Returns who else has a conversation in view. Throws `not_found`. */
export async function listOthersLooking(scope: OwnerScope, conversationId: string): Promise<PersonLooking[]> {
  const [found] = await query<{ people: PersonLooking[] }>(Prisma.sql`
    SELECT ${othersLooking(scope)} AS people FROM conversations c WHERE ${ownConversation(scope, conversationId)}`);
  if (!found) throw new AppError("not_found");
  return found.people;
}

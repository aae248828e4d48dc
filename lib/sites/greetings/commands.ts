import { type Transaction, transaction } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { Greeting } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { GREETING_LIMITS } from "./limits.ts";
import type { CreateGreetingBody, UpdateGreetingBody } from "./schema.ts";

type Named = { siteId: string; greetingId: string };

const { perSite } = GREETING_LIMITS;

/** Creates a greeting, the last of its site. Throws `not_found`, or `conflict` if the name is taken or there are enough. */
export const createGreeting = (scope: OwnerScope, siteId: string, input: CreateGreetingBody): Promise<Greeting> =>
  changeGreetings(scope, siteId, async (tx) => {
    const { _count: count, _max: last } = await tx.greeting.aggregate({
      where: { siteId },
      _count: true,
      _max: { position: true },
    });
    if (count >= perSite) {
      throw new AppError("conflict", {
        detail: `A site may have ${perSite} greetings. Delete one to create another.`,
      });
    }
    const now = new Date();
    const position = (last.position ?? -1) + 1;
    return tx.greeting.create({ data: { ...input, id: newId(), siteId, position, createdAt: now, updatedAt: now } });
  });

/** Changes the given fields, and moves it. Throws `not_found`, or `conflict` if the name is taken. */
export const updateGreeting = (
  scope: OwnerScope,
  { siteId, greetingId: id }: Named,
  { position, ...patch }: UpdateGreetingBody,
): Promise<Greeting> =>
  changeGreetings(scope, siteId, async (tx) => {
    if (position !== undefined) await move(tx, siteId, id, position);
    const data = { ...patch, ...(Object.keys(patch).length > 0 && { updatedAt: new Date() }) };
    const [changed] = await tx.greeting.updateManyAndReturn({ where: { id, siteId }, data });
    if (!changed) throw new AppError("not_found");
    return changed;
  });

/** Deletes a greeting. What visitors replied to stays with their conversations. Throws `not_found`. */
export const deleteGreeting = (scope: OwnerScope, { siteId, greetingId }: Named): Promise<void> =>
  changeGreetings(scope, siteId, async (tx) => {
    const { count } = await tx.greeting.deleteMany({ where: { id: greetingId, siteId } });
    if (count === 0) throw new AppError("not_found");
  });

async function move(tx: Transaction, siteId: string, id: string, position: number): Promise<void> {
  const rows = await tx.greeting.findMany({
    where: { siteId },
    select: { id: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  const others = rows.map((row) => row.id).filter((other) => other !== id);
  for (const [at, one] of others.toSpliced(position, 0, id).entries()) {
    await tx.greeting.updateMany({ where: { id: one, siteId, NOT: { position: at } }, data: { position: at } });
  }
}

// The site is locked, so that count and order are right.
async function changeGreetings<Result>(
  scope: OwnerScope,
  siteId: string,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction(async (tx) => {
      await lockSite(scope, siteId, tx);
      const result = await change(tx);
      await tx.query(storeActivity({ scope, action: "site.changed", siteId, data: { fields: ["greetings"] } }));
      tx.afterCommit(() => publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId }));
      return result;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", { detail: "A greeting with this name already exists on the site." });
  }
}

import { query, type Transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { ATTRIBUTE_LIMITS } from "./limits.ts";
import type { Attributes, PersonParams } from "./schema.ts";
import {
  type AttributeRow,
  type AttributeSource,
  countAttributes,
  findAttributes,
  lockVisitor,
  ofVisitors,
  ownPerson,
  ownVisitor,
  storeAttributes,
  storePerson,
  theVisitor,
  touchNewest,
} from "./statements.ts";

const FULL: Record<AttributeSource, string> = {
  page: `The page may say at most ${ATTRIBUTE_LIMITS.perSource} attributes about a visitor. Nothing was changed. Remove some with null.`,
  server: `A server may set at most ${ATTRIBUTE_LIMITS.perSource} attributes of a visitor. Nothing was changed. Remove some with null.`,
};

type Change = { source: AttributeSource; attributes: Attributes };

/**
 * Stores what the page says about its visitor, who has sent a message and isn't blocked. Names that it leaves out stay. Throws
 * `not_found`, or `conflict` with too many.
 */
export async function setPageAttributes(scope: VisitorScope, attributes: Attributes): Promise<void> {
  const isFound = await changeAttributes(scope, theVisitor(scope), { source: "page", attributes });
  if (!isFound) throw new AppError("not_found");
}

/** Stores what the site's server says about a visitor, and returns all attributes. Throws `not_found`, or `conflict` with too many. */
export const setServerAttributes = (
  scope: OwnerScope,
  visitorId: string,
  attributes: Attributes,
): Promise<AttributeRow[]> => setAndRead(scope, ownVisitor(scope, visitorId), { source: "server", attributes });

/**
 * The same for the verified visitor with a site's own id. If they haven't been on the site yet, they're stored now, so that the
 * attributes wait for them. Throws `not_found` for the site, or `conflict` with too many.
 */
export const setPersonAttributes = (
  scope: OwnerScope,
  params: PersonParams,
  attributes: Attributes,
): Promise<AttributeRow[]> =>
  setAndRead(scope, ownPerson(scope, params), { source: "server", attributes }, storePerson(scope, params));

async function setAndRead(
  scope: OwnerScope,
  which: Prisma.Sql,
  change: Change,
  create?: Prisma.Sql,
): Promise<AttributeRow[]> {
  if (!(await changeAttributes(scope, which, change, create))) throw new AppError("not_found");
  const [row] = await query<{ attributes: AttributeRow[] | null }>(findAttributes(which));
  return row?.attributes ?? [];
}

/** Changes the attributes of the visitor, `v`, that a condition matches, creating them if they're missing. Returns whether there's one. */
async function changeAttributes(
  scope: OwnerScope | VisitorScope,
  which: Prisma.Sql,
  { source, attributes }: Change,
  create?: Prisma.Sql,
): Promise<boolean> {
  let isFound = false;
  const change = async (tx: Transaction, own: Prisma.Sql) => {
    const lock = async () => (await tx.query<{ id: string }>(lockVisitor(which)))[0]?.id;
    let id = await lock();
    if (id === undefined && create) {
      await tx.query(create);
      id = await lock();
    }
    isFound = id !== undefined;
    if (id === undefined) return [];
    const changed = await tx.query<{ name: string }>(storeAttributes(id, source, attributes));
    const [counted] = await tx.query<{ count: number }>(countAttributes(id, source));
    if ((counted?.count ?? 0) > ATTRIBUTE_LIMITS.perSource) throw new AppError("conflict", { detail: FULL[source] });
    return changed.length > 0 ? tx.query<ConversationRef>(touchNewest(id, own)) : [];
  };
  await retryingConflicts(() => changeConversations(scope, ofVisitors(which), change));
  return isFound;
}

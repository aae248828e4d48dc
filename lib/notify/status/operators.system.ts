import { db, type Transaction } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";
import { processWide } from "#platform/process-wide.ts";
import type { PersonScope } from "../../base/access/scopes.ts";

const known = processWide("first account", (): { userId?: string } => ({}))();

type Reading = Pick<Transaction, "firstAccount" | "user">;

/** Returns whose account was the first one, or undefined before there's any. It never changes. */
async function findFirstAccount(client: Reading): Promise<string | undefined> {
  if (known.userId !== undefined) return known.userId;
  const first = await client.firstAccount.findUnique({ where: { id: 1 } });
  if (first) known.userId = first.userId;
  return first?.userId;
}

/** Matches the accounts that OPERATORS names, if they've confirmed that address. */
const named = () => ({ emailKey: { in: env().OPERATORS.map(emailKey) }, emailConfirmedAt: { not: null } });

/**
 * Whether someone is an operator of the service: named by OPERATORS, or else whose account was the first. If that one is closed,
 * nobody is, because the next one may be a stranger's. It's about the installation, and grants nothing in a workspace.
 */
export async function isOperator({ userId }: Pick<PersonScope, "userId">): Promise<boolean> {
  if (env().OPERATORS.length === 0) return (await findFirstAccount(db())) === userId;
  const found = await db().user.findFirst({ where: { id: userId, ...named() }, select: { id: true } });
  return found !== null;
}

/** Returns the operators who can be emailed. */
export async function listOperators(client: Reading = db()): Promise<string[]> {
  const first = env().OPERATORS.length > 0 ? undefined : await findFirstAccount(client);
  const where = env().OPERATORS.length > 0 ? named() : { id: { in: first === undefined ? [] : [first] } };
  const found = await client.user.findMany({
    where: { closedAt: null, emailConfirmedAt: { not: null }, ...where },
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

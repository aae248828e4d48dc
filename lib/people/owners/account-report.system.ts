import { db } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import { isSignUpOpen } from "./register.system.ts";

/* What an operator sees of accounts: npm run owner -- list and why. */

const SELECT = {
  email: true,
  name: true,
  createdAt: true,
  seenAt: true,
  disabledAt: true,
  emailConfirmedAt: true,
  secondFactor: { select: { confirmedAt: true } },
  _count: { select: { passkeys: true } },
  memberships: {
    where: { standing: { not: "removed" }, workspace: { closedAt: null } },
    orderBy: { createdAt: "asc" },
    select: {
      role: true,
      standing: true,
      workspace: {
        select: { name: true, secondFactorFrom: true, oidcFrom: true, owner: { select: { name: true, email: true } } },
      },
    },
  },
} satisfies Prisma.UserSelect;

type AccountRow = Prisma.UserGetPayload<{ select: typeof SELECT }>;
type Membership = AccountRow["memberships"][number];

/** An account as an operator sees it. */
export type ListedAccount = {
  email: string;
  name: string | null;
  createdAt: Date;
  seenAt: Date | null;
  disabledAt: Date | null;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
  passkeys: number;
  workspaces: { name: string; role: string; isSuspended: boolean }[];
};

const nameOf = ({ workspace: { name, owner } }: Membership) => name ?? owner.name ?? owner.email;

function toListed({ secondFactor, memberships, emailConfirmedAt, _count, ...row }: AccountRow): ListedAccount {
  return {
    ...row,
    isConfirmed: emailConfirmedAt !== null,
    hasSecondFactor: Boolean(secondFactor?.confirmedAt),
    passkeys: _count.passkeys,
    workspaces: memberships.map((one) => ({
      name: nameOf(one),
      role: one.role,
      isSuspended: one.standing === "suspended",
    })),
  };
}

/** Lists the accounts with a text in their email or name, newest first, and how many there are in all. */
export async function listAccounts(text: string, limit: number): Promise<{ accounts: ListedAccount[]; count: number }> {
  const contains = { contains: text, mode: "insensitive" } as const;
  const where = { closedAt: null, ...(text !== "" && { OR: [{ email: contains }, { name: contains }] }) };
  const [rows, count] = await Promise.all([
    db().user.findMany({ where, select: SELECT, orderBy: [{ createdAt: "desc" }, { id: "asc" }], take: limit }),
    db().user.count({ where }),
  ]);
  return { accounts: rows.map(toListed), count };
}

/** Why someone can't log in, or sees nothing once they have. `reasons` is empty if nothing is known to keep them out. */
export type LoginReport = { account: ListedAccount | null; reasons: LoginReason[] };

export type LoginReason =
  | { kind: "no_account"; isInvited: boolean; maySignUp: boolean }
  | { kind: "disabled" }
  | { kind: "no_workspace"; isInvited: boolean }
  | { kind: "suspended" | "second_factor_required" | "oidc_required"; workspace: string };

/** Finds out why someone can't log in. Throws `invalid_request` unless it's an email. */
export async function explainLogin(email: string, now = new Date()): Promise<LoginReport> {
  const key = emailKey(email);
  if (key === "") throw new AppError("invalid_request");
  const row = await db().user.findUnique({ where: { emailKey: key, closedAt: null }, select: SELECT });
  const open = { emailKey: key, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
  const isInvited = (await db().invitation.count({ where: open })) > 0;
  if (!row) {
    return { account: null, reasons: [{ kind: "no_account", isInvited, maySignUp: await isSignUpOpen() }] };
  }
  const account = toListed(row);
  if (row.disabledAt) return { account, reasons: [{ kind: "disabled" }] };
  if (row.memberships.length === 0) return { account, reasons: [{ kind: "no_workspace", isInvited }] };
  const reasons = row.memberships.flatMap((one): LoginReason[] => {
    const workspace = nameOf(one);
    const { secondFactorFrom, oidcFrom } = one.workspace;
    if (one.standing === "suspended") return [{ kind: "suspended", workspace }];
    return [
      ...(secondFactorFrom && secondFactorFrom <= now && !account.hasSecondFactor
        ? [{ kind: "second_factor_required", workspace } as const]
        : []),
      ...(oidcFrom && oidcFrom <= now ? [{ kind: "oidc_required", workspace } as const] : []),
    ];
  });
  return { account, reasons };
}

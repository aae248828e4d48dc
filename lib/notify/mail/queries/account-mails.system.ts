import { alone, db, query, type Transaction } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { dueIn, storeMails } from "../../../outbox/mail-queue/statements.ts";
import { type Allowance, countAccountMail } from "./account-mail-counts.system.ts";

/*
 * The only way to queue an email about an account. It's counted by its recipient, and goes to that address or to none: an
 * account whose email is changed meanwhile doesn't take it along.
 */

type Kind =
  | "confirm_address"
  | "reset_password"
  | "address_changed"
  | "second_factor_failing"
  | "passkey_added"
  | "passkey_removed";
type Writing = typeof alone;
type AccountMail = { kind: "confirm_address" | "address_changed"; userId: string; recipient: string };

const ALLOWANCES = { confirm_address: "address", address_changed: "notice" } as const satisfies Record<
  AccountMail["kind"],
  Allowance
>;

/** Queues an email to an address of an account; does nothing without a mail server. Throws `rate_limited`. */
export async function queueAccountMail(mail: AccountMail, tx: Writing = alone): Promise<void> {
  if (!isMailOn()) return;
  await countAccountMail(mail.recipient, ALLOWANCES[mail.kind], tx);
  await insertMail(mail, tx);
}

/**
 * Queues a link to a new password if there's an account with this email. Throws `rate_limited`, which depends on the email
 * alone and so doesn't reveal whether there is one.
 */
export async function queuePasswordReset(email: string): Promise<void> {
  await countAccountMail(email, "reset");
  const user = await db().user.findUnique({
    where: { emailKey: emailKey(email), closedAt: null },
    select: { id: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return;
  if (!user.emailConfirmedAt && !(await hasRoom(user.email, "address"))) return;
  await insertMail({ kind: "reset_password", userId: user.id, recipient: user.email }, alone);
}

// A stranger may have made the account, so a link also counts as an email that nobody agreed to. An error here would reveal
// that there is such an account; the form says that an address gets few of these.
async function hasRoom(email: string, allowance: Allowance, client?: Writing): Promise<boolean> {
  try {
    await countAccountMail(email, allowance, client);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Warns someone whose password is known to a person without the second factor, at most once a day. Nothing is sent to an address
 * that isn't confirmed.
 */
export async function queueGuessWarning(userId: string): Promise<void> {
  if (!isMailOn()) return;
  const [user] = await query<{ email: string }>(Prisma.sql`
    SELECT u.email FROM users u WHERE u.id = ${userId}::uuid AND u.email_confirmed_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM mails m
      WHERE m.user_id = u.id AND m.kind = 'second_factor_failing' AND m.created_at > now() - interval '1 day'
    )`);
  if (!user) return;
  await insertMail({ kind: "second_factor_failing", userId, recipient: user.email }, alone);
}

/**
 * Within the transaction that adds or removes a passkey: emails the person, if they've confirmed their address. If it has been
 * sent too many, nothing is added (throws `rate_limited`), but a passkey can always be removed.
 */
export async function writePasskeyMail(
  tx: Transaction,
  kind: "passkey_added" | "passkey_removed",
  userId: string,
): Promise<void> {
  if (!isMailOn()) return;
  const [user] = await tx.query<{ email: string }>(Prisma.sql`
    SELECT email FROM users WHERE id = ${userId}::uuid AND email_confirmed_at IS NOT NULL`);
  if (!user) return;
  if (kind === "passkey_added") await countAccountMail(user.email, "notice", tx);
  else if (!(await hasRoom(user.email, "notice", tx))) return;
  await insertMail({ kind, userId, recipient: user.email }, tx);
}

const POLICY_MAILS_A_DAY = 3;

/**
 * Within the transaction that changes the date from which a workspace requires a second factor: cancels pending emails about the
 * earlier date. If there's a new date, queues an email to each member who has no second factor and a confirmed address.
 */
export async function writePolicyMails(tx: Transaction, workspaceId: string, isRequired: boolean): Promise<void> {
  const ofPolicy = Prisma.sql`m.workspace_id = ${workspaceId}::uuid AND m.kind = 'second_factor_due'`;
  await tx.query(Prisma.sql`
    UPDATE mails m SET status = 'skipped', reason = 'The date was changed.', updated_at = now()
    WHERE ${ofPolicy} AND m.status = 'pending'`);
  if (!isRequired || !isMailOn()) return;
  await storeAndWake(tx, {
    from: Prisma.sql`(
          SELECT gen_random_uuid() AS mail_id, member.workspace_id, member.user_id
          FROM members member JOIN users u ON u.id = member.user_id AND u.closed_at IS NULL
          WHERE member.workspace_id = ${workspaceId}::uuid AND member.standing = 'active'
            AND u.email_confirmed_at IS NOT NULL
            AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
            AND (
              SELECT count(*) FROM mails m
              WHERE m.user_id = u.id AND ${ofPolicy} AND m.status <> 'skipped' AND m.created_at > now() - interval '1 day'
            ) < ${POLICY_MAILS_A_DAY}
        ) due`,
    kind: "second_factor_due",
    id: Prisma.sql`mail_id`,
    workspaceId: Prisma.sql`workspace_id`,
    userId: Prisma.sql`user_id`,
  });
}

const OFFER_MAILS_A_DAY = 3;

/**
 * Within the transaction that offers someone ownership: emails them, if they've confirmed their address.
 */
export async function writeOfferMail(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
  if (!isMailOn()) return;
  await storeAndWake(tx, {
    from: Prisma.sql`users u
        WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL AND u.email_confirmed_at IS NOT NULL AND (
          SELECT count(*) FROM mails m
          WHERE m.user_id = u.id AND m.workspace_id = ${workspaceId}::uuid AND m.kind = 'ownership_offered'
            AND m.created_at > now() - interval '1 day'
        ) < ${OFFER_MAILS_A_DAY}`,
    kind: "ownership_offered",
    id: Prisma.sql`${newId()}::uuid`,
    workspaceId: Prisma.sql`${workspaceId}::uuid`,
    userId: Prisma.sql`u.id`,
  });
}

const STATUS_MAIL_AFTER_SECONDS = 60;

/** Within the transaction that marks what they're told: emails operators, together for what follows within a minute. */
export async function writeStatusMails(tx: Transaction, operatorIds: string[]): Promise<void> {
  await storeAndWake(tx, {
    from: Prisma.sql`users u
        WHERE u.id = ANY(${operatorIds}::uuid[]) AND NOT EXISTS (
          SELECT FROM mails m
          WHERE m.user_id = u.id AND m.kind = 'service_status' AND m.status = 'pending' AND m.due_at > now()
        )`,
    kind: "service_status",
    id: Prisma.sql`gen_random_uuid()`,
    workspaceId: Prisma.sql`NULL::uuid`,
    userId: Prisma.sql`u.id`,
    due: dueIn(STATUS_MAIL_AFTER_SECONDS),
  });
}

type NewMail = { kind: Kind; userId: string; recipient: string };

async function insertMail({ kind, userId, recipient }: NewMail, tx: Writing): Promise<void> {
  await storeAndWake(tx, {
    // Someone in other people's workspaces may own none.
    from: Prisma.sql`users u LEFT JOIN LATERAL (
          SELECT id FROM workspaces WHERE owner_id = u.id ORDER BY created_at, id LIMIT 1
        ) w ON true
        WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL`,
    kind,
    id: Prisma.sql`${newId()}::uuid`,
    workspaceId: Prisma.sql`w.id`,
    userId: Prisma.sql`u.id`,
    recipient,
  });
}

async function storeAndWake(tx: Writing, mails: Parameters<typeof storeMails>[0]): Promise<void> {
  await tx.query(storeMails(mails));
  tx.afterCommit(() => wakeJobs("mail"));
}

import { query, queryPrepared } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { log } from "#platform/log.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { countPlanned } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../../base/changes/publish-change.ts";
import { addMissingAlerts, type PlannedAlert, planDue } from "./plan-statements.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 20;
const REPAIR_EVERY_MS = 60_000;
const REPAIRED_AT_ONCE = 100;

const NEXT_DUE = Prisma.sql`SELECT conversation_id AS id FROM alerts WHERE due_at <= now() ORDER BY due_at LIMIT 1`;

/**
 * Decides who is notified about the alerts that are due, and through what. Nothing is sent here, so it's one transaction: a
 * killed process leaves them due. Any number of processes may, and each alert is planned by one of them. Returns how many.
 */
export async function planAlerts(): Promise<number> {
  // The statement that plans is large. Most of the time, there's nothing to do.
  const [first] = await queryPrepared<{ id: string }>(NEXT_DUE);
  if (!first) return 0;
  let planned: number;
  try {
    planned = await planSome(AT_ONCE);
  } catch (error) {
    logFailure(error, "could not plan alerts; will plan them one by one");
    planned = await planOne(first.id);
  }
  return planned;
}

async function planSome(limit: number): Promise<number> {
  const mail = { isOn: isMailOn(), delaySeconds: env().MAIL_DELAY };
  const planned = await retryingConflicts(() => queryPrepared<PlannedAlert>(planDue(limit, mail)));
  const { counts, deliveries } = planned[0] ?? { counts: null, deliveries: 0 };
  for (const notifications of counts ?? []) countPlanned(notifications);
  for (const { waitingSince, conversationId, workspaceId, siteId, visitorId } of planned) {
    if (!waitingSince) continue;
    const place = { conversationId, workspaceId, siteId, visitorId };
    publishChange({ kind: "waiting", since: waitingSince.toISOString(), ...place });
  }
  if (counts?.some(({ status }) => status === "pending")) wakeJobs("notification");
  if (counts?.some(({ channel }) => channel === "email")) wakeJobs("mail");
  if (deliveries > 0) wakeJobs("webhook");
  return planned.length;
}

// One alert that can't be planned mustn't hold up the others.
async function planOne(conversationId: string): Promise<number> {
  try {
    return await planSome(1);
  } catch (error) {
    logFailure(error, "could not plan an alert; will retry in a minute", { conversationId });
    await query(Prisma.sql`
      UPDATE alerts SET due_at = now() + interval '1 minute' WHERE conversation_id = ${conversationId}::uuid AND due_at <= now()`);
    return 1;
  }
}

/** Makes recent messages due that no alert knows. Returns how many conversations. */
export async function repairAlerts(): Promise<number> {
  const added = await retryingConflicts(() => query(addMissingAlerts(REPAIRED_AT_ONCE)));
  if (added.length > 0) log().warn({ count: added.length }, "added alerts that were missing");
  return added.length;
}

/** Plans alerts when they're due, until the signal. */
export async function startNotifying(signal: AbortSignal): Promise<void> {
  const plan = {
    everyMs: EVERY_MS,
    work: async () => {
      while (!signal.aborted && (await planAlerts()) > 0);
    },
    failure: "could not plan alerts; will retry",
  };
  const repair = {
    everyMs: REPAIR_EVERY_MS,
    work: repairAlerts,
    failure: "could not look for missing alerts; will retry",
  };
  await Promise.all([repeatWork("alerts", plan, signal), repeatWork("missing alerts", repair, signal)]);
}

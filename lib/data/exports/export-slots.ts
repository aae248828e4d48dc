import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { processWide } from "#platform/process-wide.ts";

const AT_ONCE = 3;
const RETRY_AFTER_SECONDS = 30;

const runningByWorkspace = processWide("running exports", () => new Map<string, number>());

/**
 * Takes one of a workspace's export slots in this process. Call the returned function to free it. Throws
 * `rate_limited` if there's none left.
 */
export function takeExportSlot(workspaceId: string): () => void {
  const running = runningByWorkspace();
  const count = running.get(workspaceId) ?? 0;
  if (env().RATE_LIMITS === "on" && count >= AT_ONCE) {
    throw new AppError("rate_limited", {
      limit: { policy: "exports-at-once", quota: AT_ONCE, retryAfter: RETRY_AFTER_SECONDS },
    });
  }
  running.set(workspaceId, count + 1);
  let isIn = true;
  return () => {
    if (!isIn) return;
    isIn = false;
    const left = (running.get(workspaceId) ?? 0) - 1;
    if (left > 0) running.set(workspaceId, left);
    else running.delete(workspaceId);
  };
}

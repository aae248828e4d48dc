import { readFileSync } from "node:fs";
import { log } from "#platform/log.ts";

/** How many connections may wait to be accepted: about a second's worth, after which a client is better off retrying. */
export const ACCEPT_QUEUE = 4_096;

/** Returns the system's own limit of accept queues, or undefined if it isn't known (other systems than Linux). */
function systemLimit(): number | undefined {
  try {
    return Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
  } catch {
    return undefined;
  }
}

/** Warns if the system cuts the accept queue short, which makes clients wait when many return at once. */
export function checkAcceptQueue(limit = systemLimit()): void {
  if (limit === undefined || limit >= ACCEPT_QUEUE) return;
  log().warn(
    { somaxconn: limit, wanted: ACCEPT_QUEUE },
    `net.core.somaxconn limits the queue of new connections: set it to ${ACCEPT_QUEUE} with sysctl`,
  );
}

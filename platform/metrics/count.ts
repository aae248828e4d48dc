import type { Metrics } from "./metrics.ts";

// Pages and routes are bundled apart, and count together all the same.
const shared = globalThis as typeof globalThis & { siteInboxFigures?: Metrics };

/** Begins to count. Until then, and where nobody asks for figures (METRICS_TOKEN), counting does nothing. */
export function startCounting(figures: Metrics): void {
  shared.siteInboxFigures = figures;
}

/** What this process has counted; nothing where it does not count. */
export const currentMetrics = (): Metrics | undefined => shared.siteInboxFigures;

/** A request that was answered. `route` is the pattern of its route, not its path. */
export function countResponse(request: { method: string; route: string; status: string; ms: number }): void {
  const { method, route, status, ms } = request;
  shared.siteInboxFigures?.requests.observe({ method, route, status }, ms / 1000);
}

/** A failure that was answered, and where a limit was reached which. */
export function countProblem(code: string, limit: string | undefined): void {
  shared.siteInboxFigures?.problems.inc({ code });
  if (limit !== undefined) shared.siteInboxFigures?.limits.inc({ limit });
}

export function countChange(kind: string): void {
  shared.siteInboxFigures?.changes.inc({ kind });
}

/** A mail that was handed to its server, a webhook that was answered, or changes that were written to streams. */
export function countDelivery(delivery: { to: "mail" | "webhook" | "live"; result: string; ms: number }): void {
  const { to, result, ms } = delivery;
  shared.siteInboxFigures?.deliveries.observe({ to, result }, ms / 1000);
}

export type JobOutcome = "done" | "postponed" | "failed";

export function countJob({ queue, outcome, ms }: { queue: string; outcome: JobOutcome; ms: number }): void {
  shared.siteInboxFigures?.jobs.observe({ queue, outcome }, ms / 1000);
}

/** Runs a statement, and counts it and how it ended. */
export async function countStatement<T>(run: () => Promise<T>, stateOf: (error: unknown) => string | undefined) {
  const figures = shared.siteInboxFigures;
  if (!figures) return run();
  const started = performance.now();
  try {
    return await run();
  } catch (error) {
    figures.statementFailures.inc({ sqlstate: stateOf(error) ?? "none" });
    throw error;
  } finally {
    figures.statements.observe((performance.now() - started) / 1000);
  }
}

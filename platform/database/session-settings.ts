/** The settings of every database connection, whatever the server's or the role's defaults. */
export const STATEMENT_TIMEOUT_MS = 5_000;

export const SESSION_TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};

// A server may format dates in a way that the driver can't read, and Prisma sends them without a zone. Statements are
// written for READ COMMITTED: they see what others committed while they waited for a lock. And they're short, so splitting one
// among several processes of PostgreSQL costs more than it saves (docs/performance.md, reports).
const OPTIONS =
  "-c DateStyle=ISO -c TimeZone=UTC -c default_transaction_isolation=read\\ committed -c max_parallel_workers_per_gather=0";

/** Returns how to connect to a database with these settings. Options in its address apply too, unless they contradict. */
export function sessionAt(url: string): { connectionString: string; options: string } {
  const added = encodeURIComponent(` ${OPTIONS}`);
  // The driver prefers what's in the address.
  return { connectionString: url.replace(/[?&]options=[^&#]*/g, (theirs) => theirs + added), options: OPTIONS };
}

/** The settings of every database connection, whatever the server's or the role's defaults. */
export const STATEMENT_TIMEOUT_MS = 5_000;

export const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  // A server may format dates in a way that the driver can't read, and Prisma sends them without a zone.
  options: "-c DateStyle=ISO -c TimeZone=UTC",
};

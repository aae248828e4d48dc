/** What every connection to the database is set to, whatever the server or the account has by default. */
export const STATEMENT_TIMEOUT_MS = 5_000;

export const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  // A server may be set to write dates in a way that the driver does not read, and Prisma sends them without a zone.
  options: "-c DateStyle=ISO -c TimeZone=UTC",
};

import { DatabaseError } from "pg";
import { Prisma } from "#prisma-client";
import { log } from "../log.ts";

/*
 * What a database failure means, read from the SQLSTATE that PostgreSQL gave (its manual, appendix A) or, where it gave
 * none, from the socket's or the driver's own error, or the kind of failure that Prisma's driver adapter makes of those.
 */

const RETRYABLE = new Set(["40001", "40P01"]);
const NOT_PREPARED = new Set(["26000", "42P05"]);
const UNAVAILABLE_STATE = /^(08|53|57P|57014|55P03|25006)/;
const UNAVAILABLE_KIND = /NotReachable|ConnectionClosed|TooManyConnections|SocketTimeout|TlsConnectionError/;
const UNAVAILABLE_SOCKET = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE)|CERT|TLS/;
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|SSL connection|ECONNREFUSED|ECONNRESET/i;

// Prisma's code for a transaction that found no free connection, or took too long.
const NO_TRANSACTION = "P2028";

type DriverError = { originalCode?: string | undefined; kind?: string; severity?: string | undefined };

function driverError(error: unknown): DriverError {
  if (error instanceof DatabaseError) return { originalCode: error.code, severity: error.severity };
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {};
  const meta = error.meta as { driverAdapterError?: { cause?: DriverError } } | undefined;
  return meta?.driverAdapterError?.cause ?? {};
}

/** The SQLSTATE behind a failure, if PostgreSQL answered at all. */
export const sqlState = (error: unknown) => driverError(error).originalCode;

/** PostgreSQL ended the statement to resolve a deadlock or a serialization conflict: it changed nothing and may run again. */
export const isWriteConflict = (error: unknown) => RETRYABLE.has(sqlState(error) ?? "");

export const isUniqueViolation = (error: unknown) => sqlState(error) === "23505";

/** A row that this one hangs on vanished while it was written. */
export const isMissingParent = (error: unknown) => sqlState(error) === "23503";

/** A visitor's row was to be written who was erased (migration 20261121154000_data). */
export const isErasedVisitor = (error: unknown) => sqlState(error) === "VE001";

/** A prepared statement is not there, or another is of that name: nothing was run (some poolers hand on connections). */
export const isNotPrepared = (error: unknown) => NOT_PREPARED.has(sqlState(error) ?? "");

/** The database is away, full, read-only or too slow: the same request may go through later. */
export function isUnavailable(error: unknown): boolean {
  const { originalCode = "", kind = "", severity } = driverError(error);
  // FATAL is PostgreSQL's word for ending or refusing the whole session.
  if (severity === "FATAL" || UNAVAILABLE_STATE.test(originalCode) || UNAVAILABLE_KIND.test(kind)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === NO_TRANSACTION) return true;
  return error instanceof Error && (UNAVAILABLE_SOCKET.test(socketCode(error)) || UNAVAILABLE_TEXT.test(error.message));
}

// Of an address with several hosts behind it, where none answers, the error has this code and no message.
const socketCode = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : "");

const TRIES = 4;

/**
 * Runs a statement or transaction again when PostgreSQL chose it to end a deadlock or a serialization conflict: nothing of
 * it was kept then.
 */
export async function retryingConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= TRIES || !isWriteConflict(error)) throw error;
      log().warn({ sqlState: sqlState(error), attempt }, "write conflict, trying again");
    }
  }
}

import { DatabaseError } from "pg";
import { Prisma } from "#prisma-client";
import { AppError, type ErrorCode } from "../errors.ts";
import { log } from "../log.ts";

/*
 * Classifies database failures by PostgreSQL's SQLSTATE (its manual, appendix A) or, without one, by the error of the
 * socket, the driver, or Prisma's driver adapter.
 */

const RETRYABLE = new Set(["40001", "40P01"]);
const NOT_PREPARED = new Set(["26000", "42P05"]);
const UNAVAILABLE_STATE = /^(08|53|57P|57014|55P03|25006)/;
const UNAVAILABLE_KIND = /NotReachable|ConnectionClosed|TooManyConnections|SocketTimeout|TlsConnectionError/;
const UNAVAILABLE_SOCKET = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE)|CERT|TLS/;
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|SSL connection|ECONNREFUSED|ECONNRESET/i;

type DriverError = { originalCode?: string | undefined; kind?: string; severity?: string | undefined };

function driverError(error: unknown): DriverError {
  if (error instanceof DatabaseError) return { originalCode: error.code, severity: error.severity };
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {};
  const meta = error.meta as { driverAdapterError?: { cause?: DriverError } } | undefined;
  return meta?.driverAdapterError?.cause ?? {};
}

/** Returns the SQLSTATE of a failure, if PostgreSQL responded at all. */
export const sqlState = (error: unknown) => driverError(error).originalCode;

/** A concurrent writer got in the way, in a way that no SQLSTATE shows. Nothing was changed. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}

/** Another writer got in the way, by a deadlock, a serialization conflict or a `WriteConflict`. The write may run again. */
export const isWriteConflict = (error: unknown) =>
  error instanceof WriteConflict || RETRYABLE.has(sqlState(error) ?? "");

export const isUniqueViolation = (error: unknown) => sqlState(error) === "23505";

/** A row that this one refers to was deleted while it was being written. */
export const isMissingParent = (error: unknown) => sqlState(error) === "23503";

/** The row of an erased visitor was about to be written (migration 20261121154000_data). */
export const isErasedVisitor = (error: unknown) => sqlState(error) === "VE001";

/** A statement was ended, most likely because it took longer than it may. */
export const isCanceled = (error: unknown) => sqlState(error) === "57014";

/** A prepared statement is missing, or its name is taken. Some poolers hand connections on. Nothing was run. */
export const isNotPrepared = (error: unknown) => NOT_PREPARED.has(sqlState(error) ?? "");

/** The database is away, full, read-only or too slow. The same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { originalCode = "", kind = "", severity } = driverError(error);
  // FATAL means that PostgreSQL ended or refused the whole session.
  if (severity === "FATAL" || UNAVAILABLE_STATE.test(originalCode) || UNAVAILABLE_KIND.test(kind)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  return error instanceof Error && (UNAVAILABLE_SOCKET.test(socketCode(error)) || UNAVAILABLE_TEXT.test(error.message));
}

// If none of several hosts behind an address responds, the error has this code and no message.
const socketCode = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : "");

const TRIES = 5;

/**
 * Runs a statement or transaction again if another writer got in its way (see `isWriteConflict`). After the last try,
 * throws the failure with this code, or the conflict itself without one.
 */
export async function retryingConflicts<T>(write: () => Promise<T>, code?: ErrorCode): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isWriteConflict(error)) throw error;
      if (attempt >= TRIES) throw code ? new AppError(code) : error;
      log().warn({ sqlState: sqlState(error), attempt }, "write conflict; retrying");
    }
  }
}

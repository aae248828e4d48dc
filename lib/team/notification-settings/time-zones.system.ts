import { query } from "#platform/database/database.ts";
import { sqlState } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { ZONE } from "#platform/time-zone.ts";
import { Prisma } from "#prisma-client";

const INVALID_PARAMETER_VALUE = "22023";

/**
 * Throws `invalid_request` for a time zone that PostgreSQL doesn't know, since hours are compared there. Its list lacks a few names
 * that JavaScript knows.
 */
export async function requireTimeZone(timeZone: string, path: string): Promise<void> {
  try {
    await query<{ isKnown: boolean }>(Prisma.sql`SELECT now() AT TIME ZONE ${timeZone}::text IS NOT NULL AS "isKnown"`);
  } catch (error) {
    if (sqlState(error) !== INVALID_PARAMETER_VALUE) throw error;
    throw new AppError("invalid_request", { errors: [{ path, message: ZONE }] });
  }
}

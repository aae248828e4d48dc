import { isCanceled } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";

/** Throws `conflict` if looking for what matches a filter took too long, and any other failure as it is. */
export function refuseSlow(error: unknown): never {
  if (!isCanceled(error)) throw error;
  throw new AppError("conflict", { detail: "Looking for all that match took too long. Add another filter." });
}

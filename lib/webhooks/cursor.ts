import { z } from "zod";
import { AppError } from "#platform/errors.ts";

/** The position of a delivery in the log. */
type Place = { createdAt: Date; id: string };

// A cursor can be forged, and not every number is a time that the database accepts.
const TIME_MAX = Date.UTC(9999, 11, 31);
const Cursor = z.tuple([z.int().min(0).max(TIME_MAX), z.uuid(), z.string()]);

const filterOf = (endpointId: string, status: string | undefined) => `${endpointId} ${status ?? ""}`;

/** Encodes where a page ended. The cursor is opaque to clients and valid for the same endpoint and status only. */
export function encodeCursor({ createdAt, id }: Place, endpointId: string, status: string | undefined): string {
  const cursor: z.infer<typeof Cursor> = [createdAt.getTime(), id, filterOf(endpointId, status)];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

/** Throws `invalid_request` for a cursor that wasn't issued for this endpoint and status. */
export function decodeCursor(cursor: string, endpointId: string, status: string | undefined): Place {
  const parsed = Cursor.safeParse(decode(cursor));
  if (parsed.success && parsed.data[2] === filterOf(endpointId, status)) {
    return { createdAt: new Date(parsed.data[0]), id: parsed.data[1] };
  }
  const message = "must be a nextCursor of the same endpoint and status";
  throw new AppError("invalid_request", { errors: [{ path: "cursor", message }] });
}

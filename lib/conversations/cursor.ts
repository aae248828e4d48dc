import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import type { ListConversationsQuery } from "./schema.ts";

type Filter = Pick<ListConversationsQuery, "status" | "siteId" | "q" | "spam">;

/** The position of a conversation in the list. */
export type InboxPosition = { lastMessageAt: Date; id: string };

// A cursor can be forged, and not every number is a time that the database accepts.
const TIME_MAX = Date.UTC(9999, 11, 31);

const Cursor = z.tuple([z.int().min(0).max(TIME_MAX), z.uuid(), z.string()]);

const filterOf = ({ status, siteId, q, spam }: Filter) =>
  `${spam ? "spam " : ""}${status ?? ""} ${siteId ?? ""}${q === undefined ? "" : ` ${q}`}`;

/** Encodes where a page ended. The cursor is opaque to clients and valid for the same filter only. */
export function encodeCursor({ lastMessageAt, id }: InboxPosition, filter: Filter): string {
  const cursor: z.infer<typeof Cursor> = [lastMessageAt.getTime(), id, filterOf(filter)];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

/** Throws `invalid_request` for a cursor that wasn't issued for this filter. */
export function decodeCursor(cursor: string, filter: Filter): InboxPosition {
  const parsed = Cursor.safeParse(decode(cursor));
  if (!parsed.success || parsed.data[2] !== filterOf(filter)) {
    throw new AppError("invalid_request", {
      errors: [
        { path: "cursor", message: "must be a nextCursor that was answered for the same status, siteId, q and spam" },
      ],
    });
  }
  const [time, id] = parsed.data;
  return { lastMessageAt: new Date(time), id };
}

import { z } from "zod";
import { AppError } from "./errors.ts";

// A cursor can be forged, and the database doesn't accept every number as a time.
const TIME_MAX = Date.UTC(9999, 11, 31);
const Cursor = z.tuple([z.int().min(0).max(TIME_MAX), z.uuid(), z.string()]);

/** Where a page of a list ended that's ordered by a time and an id. */
export type ListPosition<Time extends string> = { id: string } & { [name in Time]: Date };

type Options<Time extends string, Filter> = {
  time: Time;
  /** Two filters with the same text select the same list. */
  filterText: (filter: Filter) => string;
  /** Names what has to stay the same from page to page, for the error. */
  sameAs: string;
};

/** Encodes the cursors of one kind of list. They're opaque to the client, and valid for one filter. */
export function listCursor<Time extends string, Filter>({ time, filterText, sameAs }: Options<Time, Filter>) {
  return {
    encode(position: ListPosition<Time>, filter: Filter): string {
      const cursor: z.infer<typeof Cursor> = [position[time].getTime(), position.id, filterText(filter)];
      return Buffer.from(JSON.stringify(cursor)).toString("base64url");
    },
    /** Throws `invalid_request` for a cursor that wasn't returned for this filter. */
    decode(cursor: string, filter: Filter): ListPosition<Time> {
      const { data } = Cursor.safeParse(parse(cursor));
      if (data?.[2] === filterText(filter)) return { id: data[1], [time]: new Date(data[0]) } as ListPosition<Time>;
      const message = `must be a nextCursor of the same ${sameAs}`;
      throw new AppError("invalid_request", { errors: [{ path: "cursor", message }] });
    },
  };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

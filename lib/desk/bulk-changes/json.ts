import { isoTime } from "#platform/timestamp.ts";
import type { BulkChange } from "#prisma-client";
import { type BulkChangeJson, BulkChangeState } from "./schema.ts";

/** What a response has of a bulk change. */
export type BulkChangeRow = Pick<
  BulkChange,
  "id" | "state" | "total" | "isPartial" | "changed" | "skipped" | "restored" | "createdAt" | "undoUntil"
>;

/** The table's constraint is the schema's. */
export const toBulkChangeJson = ({
  state,
  isPartial,
  createdAt,
  undoUntil,
  ...numbers
}: BulkChangeRow): BulkChangeJson => ({
  ...numbers,
  state: BulkChangeState.parse(state),
  ...(isPartial && { moreMatch: true as const }),
  createdAt: isoTime(createdAt),
  ...(undoUntil && { undoUntil: isoTime(undoUntil) }),
});

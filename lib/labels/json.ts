import type { LabelRow } from "./queries.ts";
import type { LabelJson } from "./schema.ts";

export const toLabelJson = ({ createdAt, updatedAt, ...label }: LabelRow): LabelJson => ({
  ...label,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

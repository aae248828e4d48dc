import type { LabelRow, ShownLabel } from "./queries.ts";
import { LabelJson } from "./schema.ts";

/** Returns what pages show of a label. The table's constraint is the schema's. */
export const toShownLabelJson = ({ id, name, color }: ShownLabel): Pick<LabelJson, "id" | "name" | "color"> => ({
  id,
  name,
  color: LabelJson.shape.color.parse(color),
});

export const toLabelJson = ({ conversationCount, createdAt, updatedAt, ...label }: LabelRow): LabelJson => ({
  ...toShownLabelJson(label),
  ...(conversationCount !== null && { conversationCount }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

import type { LabelRow } from "./queries.ts";
import type { LabelJson } from "./schema.ts";

export const toLabelJson = ({ conversationCount, createdAt, updatedAt, ...label }: LabelRow): LabelJson => ({
  ...label,
  ...(conversationCount !== null && { conversationCount }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

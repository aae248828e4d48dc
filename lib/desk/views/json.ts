import type { View } from "./queries.ts";
import type { ViewJson } from "./schema.ts";

export const toViewJson = ({ id, name, filter, userId, broken, createdAt, updatedAt }: View): ViewJson => ({
  id,
  name,
  filter: filter ?? {},
  personal: userId !== null,
  ...(broken && { broken }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

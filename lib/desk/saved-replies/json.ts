import type { SavedReply } from "./queries.ts";
import type { SavedReplyJson } from "./schema.ts";

export const toSavedReplyJson = ({ id, name, body, userId, createdAt, updatedAt }: SavedReply): SavedReplyJson => ({
  id,
  name,
  body,
  personal: userId !== null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

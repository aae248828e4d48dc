import type { SavedReply } from "./queries.ts";
import { SavedReplyActions, type SavedReplyJson } from "./schema.ts";

export const toSavedReplyJson = ({
  id,
  name,
  body,
  userId,
  actions,
  createdAt,
  updatedAt,
}: SavedReply): SavedReplyJson => ({
  id,
  name,
  body,
  personal: userId !== null,
  actions: SavedReplyActions.parse(actions ?? {}),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

import { isoTime } from "#platform/timestamp.ts";
import type { ActivityRow } from "./queries.ts";
import type { ActivityJson } from "./schema.ts";

export const toActivityJson = ({
  at,
  actorId,
  siteId,
  conversationId,
  targetId,
  ...rest
}: ActivityRow): ActivityJson => ({
  ...rest,
  at: isoTime(at),
  ...(actorId !== null && { actorId }),
  ...(siteId !== null && { siteId }),
  ...(conversationId !== null && { conversationId }),
  ...(targetId !== null && { targetId }),
});

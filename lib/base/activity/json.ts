import { isoTime } from "#platform/timestamp.ts";
import type { ActivityRow } from "./queries.ts";
import type { ActivityJson } from "./schema.ts";

export const toActivityJson = ({
  at,
  actorId,
  siteId,
  conversationId,
  targetId,
  actorName,
  targetName,
  targetEmail,
  ...rest
}: ActivityRow): ActivityJson => ({
  ...rest,
  at: isoTime(at),
  ...(actorId !== null && { actorId }),
  ...(siteId !== null && { siteId }),
  ...(conversationId !== null && { conversationId }),
  ...(targetId !== null && { targetId }),
  ...(actorName !== null && { actorName }),
  ...(targetName !== null && { targetName }),
  ...(targetEmail !== null && { targetEmail }),
});

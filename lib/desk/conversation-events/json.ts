import { isoTime } from "#platform/timestamp.ts";
import type { EventRow } from "./queries.ts";
import type { EventJson } from "./schema.ts";

export const toEventJson = ({
  actorId,
  actorName,
  targetId,
  targetName,
  until,
  score,
  days,
  createdAt,
  ...rest
}: EventRow): EventJson => ({
  ...rest,
  ...(actorId !== null && { actorId }),
  ...(actorName !== null && { actorName }),
  ...(targetId !== null && { targetId }),
  ...(targetName !== null && { targetName }),
  ...(until !== null && { until: until.toISOString() }),
  ...(score !== null && { score }),
  ...(days !== null && { days }),
  createdAt: isoTime(createdAt),
});

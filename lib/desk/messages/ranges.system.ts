import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { Message } from "./queries.ts";
import { STREAMED_COLUMNS } from "./statements.ts";
import { withFiles } from "./with-files.ts";

/**
 * The messages of a conversation after the seq `after`, up to and including `upTo`. With `isRecent`, only those of the last 15
 * seconds: no commit lags further behind.
 */
export type MessageRange = { conversationId: string; after: number; upTo: number; isRecent?: boolean };

/** A message with the name and photo of its sender as the team sees them, and as the visitor does. */
export type StreamedMessage = Message & { nameForVisitors: string | null; photoForVisitors: string | null };

/** Returns the messages of several ranges by conversation, oldest first. */
export async function findMessages(ranges: MessageRange[]): Promise<Map<string, StreamedMessage[]>> {
  if (ranges.length === 0) return new Map();
  const rows = await queryPrepared<Omit<StreamedMessage, "files">>(Prisma.sql`
    SELECT ${STREAMED_COLUMNS}
    FROM unnest(
      (SELECT ${ranges.map(({ conversationId }) => conversationId)}::uuid[]),
      (SELECT ${ranges.map(({ after }) => after)}::int[]),
      (SELECT ${ranges.map(({ upTo }) => upTo)}::int[]),
      (SELECT ${ranges.map(({ isRecent }) => isRecent ?? false)}::boolean[])
    ) AS s (id, after, up_to, is_recent)
    JOIN messages m ON m.conversation_id = s.id AND m.seq > s.after AND m.seq <= s.up_to
      AND (NOT s.is_recent OR m.created_at > now() - interval '15 seconds')
    ORDER BY m.conversation_id, m.seq`);
  return Map.groupBy(await withFiles(rows, { forTeam: true }), ({ conversationId }) => conversationId);
}

import type { MessageJson } from "#lib/messages/schema.ts";

/** Messages that follow one another without a gap, the oldest first. */
export type MessagePage = { messages: MessageJson[]; hasMore: boolean };

/** Two pages of a conversation as one. Where messages are missing between them, only the later page remains. */
export function joinPages(one: MessagePage, other: MessagePage): MessagePage {
  const [earlier, later] = firstSeq(one) <= firstSeq(other) ? [one, other] : [other, one];
  const last = earlier.messages.at(-1)?.seq ?? 0;
  if (last + 1 < firstSeq(later)) return later;
  return {
    messages: [...earlier.messages, ...later.messages.filter(({ seq }) => seq > last)],
    hasMore: earlier.hasMore,
  };
}

const firstSeq = ({ messages }: MessagePage) => messages[0]?.seq ?? 0;

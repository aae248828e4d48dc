"use client";

import { ArrowDown } from "lucide-react";
import { memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { TranscriptState } from "#client/transcript.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import { type DayOfMessages, type MessageChunk, seenInChunk, seenInGroup } from "./group-messages.ts";
import { MessageGroup } from "./message-group.tsx";
import type { ThreadItem } from "./thread-items.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";

type Props = {
  visitor: string;
  greeting: string | undefined;
  days: DayOfMessages[];
  last: ThreadItem | undefined;
  /** The position of the last stored message; unsent ones follow it. */
  lastSeq: number;
  earlier: TranscriptState<MessageJson>["earlier"];
  onEarlier: () => void;
  seenUpTo: number;
  onAtEnd: (isAtEnd: boolean) => void;
};

const AHEAD = "1600px 0px 0px";

/** A conversation's messages, scrolled to the newest. Earlier ones load as the reader scrolls up. */
export const Thread = memo(function Thread(props: Props) {
  const { visitor, greeting, days, last, lastSeq, earlier, onEarlier, seenUpTo, onAtEnd } = props;
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, scrollToEnd } = useThreadScroll(scroller, content);
  const arrived = useArrivals(lastSeq, isAtEnd);
  const start = useStart(scroller, earlier, days, onEarlier);
  const showOwn = useEffectEvent(() => last?.unsent && scrollToEnd());
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a reply is added.
  useEffect(() => void showOwn(), [last?.key]);
  const onAtEndChange = useEffectEvent(onAtEnd);
  useEffect(() => onAtEndChange(isAtEnd), [isAtEnd]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        aria-label={conversationCopy.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
        tabIndex={0}
        className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto [overflow-anchor:none] overscroll-contain px-4 focus-visible:-outline-offset-2 md:px-6"
      >
        <div ref={content} className="mb-auto pt-5 pb-3">
          {earlier !== "none" && (
            <div ref={start} className="mb-6 grid justify-items-center gap-2">
              {earlier === "failed" && <p className="text-sm text-danger">{conversationCopy.earlierFailed}</p>}
              <Button look="quiet" busy={earlier === "loading"} onClick={onEarlier}>
                {earlier === "loading" ? conversationCopy.loadingEarlier : conversationCopy.loadEarlier}
              </Button>
            </div>
          )}
          {earlier === "none" && greeting && (
            <p className="mb-6 text-center text-xs text-quiet wrap-anywhere">
              {conversationCopy.greeting(<bdi>{greeting}</bdi>)}
            </p>
          )}
          {days.map((day) => (
            <Day key={day.key} day={day} visitor={visitor} seenUpTo={seenUpTo} />
          ))}
        </div>
      </section>
      <div role="status" className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
        {!isAtEnd && arrived > 0 && (
          <button
            type="button"
            onClick={scrollToEnd}
            className="rise pointer-events-auto flex min-h-9 items-center gap-1.5 rounded-full bg-accent px-3.5 text-sm font-medium text-on-accent shadow-[0_4px_16px_var(--shade)] hover:bg-accent-strong pointer-coarse:min-h-11"
          >
            <ArrowDown size={16} aria-hidden />
            {conversationCopy.newMessages(arrived)}
          </button>
        )}
      </div>
    </div>
  );
});

const Day = memo(function Day({ day, visitor, seenUpTo }: { day: DayOfMessages; visitor: string; seenUpTo: number }) {
  return (
    <section className="mt-6 first:mt-0">
      <h2 className="text-center text-xs font-medium text-quiet">
        <Moment at={day.at} form="day" />
      </h2>
      {day.chunks.map((chunk) => (
        <MessageChunkList key={chunk.key} chunk={chunk} visitor={visitor} seenUpTo={seenInChunk(chunk, seenUpTo)} />
      ))}
    </section>
  );
});

type ChunkProps = { chunk: MessageChunk; visitor: string; seenUpTo: number };

// Chunks far from view aren't laid out. The browser remembers their height.
const MessageChunkList = memo(function MessageChunkList({ chunk, visitor, seenUpTo }: ChunkProps) {
  return (
    <ol className="[contain-intrinsic-size:auto_2400px] [content-visibility:auto]">
      {chunk.groups.map((group) => (
        <MessageGroup key={group.key} group={group} visitor={visitor} seenUpTo={seenInGroup(group, seenUpTo)} />
      ))}
    </ol>
  );
});

/** Counts the messages that arrived below the reader's position. */
function useArrivals(lastSeq: number, isAtEnd: boolean): number {
  const [readTo, setReadTo] = useState(lastSeq);
  if (isAtEnd && lastSeq > readTo) setReadTo(lastSeq);
  return Math.max(0, lastSeq - readTo);
}

/** Loads earlier messages as their position comes near. After a failure, the reader has to ask. */
function useStart(
  scroller: RefObject<HTMLElement | null>,
  earlier: Props["earlier"],
  days: DayOfMessages[],
  onEarlier: () => void,
) {
  const start = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(() => {
    if (earlier === "some") onEarlier();
  });
  // Observed again after each page, and once earlier ones can be asked for: if the start is near by then, they load.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the first message changes.
  useEffect(() => {
    if (!start.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      root: scroller.current,
      rootMargin: AHEAD,
    });
    observer.observe(start.current);
    return () => observer.disconnect();
  }, [days[0]?.chunks[0]?.groups[0]?.key, earlier === "none", scroller, onEarlier]);
  return start;
}

"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { Button } from "#components/ui/button.tsx";
import type { MessageJson } from "#lib/messages/schema.ts";
import { groupMessages } from "./group-messages.ts";
import { MessageGroup } from "./message-group.tsx";

type Page = { messages: MessageJson[]; hasMore: boolean };
type Props = { conversationId: string; visitor: string; newest: Page };

/** A conversation's messages: the newest in view, those before them on demand. */
export function Thread({ conversationId, visitor, newest }: Props) {
  const reader = useReader();
  const [earlier, setEarlier] = useState<Page>({ messages: [], hasMore: newest.hasMore });
  const [loading, setLoading] = useState<"idle" | "loading" | { problem: string }>("idle");
  const first = newest.messages[0]?.seq ?? 0;
  const messages = [...earlier.messages.filter(({ seq }) => seq < first), ...newest.messages];

  const loadEarlier = async () => {
    setLoading("loading");
    const answer = await callApi<Page>(`/conversations/${conversationId}/messages?before=${messages[0]?.seq ?? 1}`);
    if (!answer.ok) return setLoading({ problem: answer.problem.words });
    const { messages: found, hasMore } = answer.value;
    setEarlier((before) => ({ messages: [...found, ...before.messages], hasMore }));
    setLoading("idle");
  };

  return (
    // Reversed, so that it begins at its end without any code, and stays where it is when earlier messages come above.
    <section
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
      tabIndex={0}
      className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto [overflow-anchor:none] overscroll-contain px-4 focus-visible:-outline-offset-2 md:px-6"
    >
      <div className="mb-auto grid grid-cols-1 gap-6 py-5">
        {earlier.hasMore && (
          <div className="grid justify-items-center gap-2">
            {typeof loading === "object" && <p className="text-sm text-danger">{loading.problem}</p>}
            <Button look="quiet" busy={loading === "loading"} onClick={() => void loadEarlier()}>
              {loading === "loading" ? "Loading earlier messages" : "Earlier messages"}
            </Button>
          </div>
        )}
        {groupMessages(messages, reader).map((day) => (
          <section key={day.key} className="grid grid-cols-1 gap-4">
            <h2 className="text-center text-xs font-medium text-quiet">
              <Moment at={day.at} form="day" />
            </h2>
            <ol className="grid grid-cols-1 gap-4">
              {day.groups.map((group) => (
                <MessageGroup key={group.key} group={group} visitor={visitor} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { Button } from "#components/ui/button.tsx";
import { groupMessages } from "./group-messages.ts";
import { joinPages, type MessagePage } from "./join-pages.ts";
import { MessageGroup } from "./message-group.tsx";

type Props = { conversationId: string; visitor: string; newest: MessagePage };

/** A conversation's messages: the newest in view, those before them on demand. */
export function Thread({ conversationId, visitor, newest }: Props) {
  const reader = useReader();
  const [{ messages, hasMore }, setThread] = useState(newest);
  const [joined, setJoined] = useState(newest);
  const [loading, setLoading] = useState<"idle" | "loading" | { problem: string }>("idle");

  // A refresh brings another page: it joins what is here already.
  if (newest !== joined) {
    setJoined(newest);
    setThread((thread) => joinPages(thread, newest));
  }

  const loadEarlier = async () => {
    setLoading("loading");
    const path = `/conversations/${conversationId}/messages?before=${messages[0]?.seq ?? 1}`;
    const answer = await callApi<MessagePage>(path);
    if (!answer.ok) return setLoading({ problem: answer.problem.words });
    setThread((thread) => joinPages(answer.value, thread));
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
        {hasMore && (
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

"use client";

import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useVisitorTyping } from "./use-visitor-typing.ts";

/** Says that the visitor is writing, in a line whose place is always kept. */
export function VisitorTyping({ conversationId, visitor }: { conversationId: string; visitor: string }) {
  const isTyping = useVisitorTyping(conversationId);
  return (
    <p role="status" className="h-5 shrink-0 truncate px-5 text-xs leading-5 text-quiet md:px-7">
      {isTyping && (
        <>
          <span aria-hidden className="typing me-1.5 inline-flex gap-0.5 align-middle">
            <i />
            <i />
            <i />
          </span>
          {conversationCopy.isTyping(<bdi>{visitor}</bdi>)}
        </>
      )}
    </p>
  );
}

"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

type Page = { conversations: ConversationJson[]; nextCursor?: string };

/** Lists all conversations of a person, newest first. */
export function PersonConversations({ personId, initial }: { personId: string; initial: Page }) {
  const [page, setPage] = useState(initial);
  const [step, setStep] = useState<"done" | "loading" | "failed">("done");
  const { conversations, nextCursor } = page;

  const more = async () => {
    setStep("loading");
    const query = new URLSearchParams({ cursor: nextCursor ?? "" });
    const result = await callApi<Page>(`/people/${personId}/conversations?${query}`);
    setStep(result.ok ? "done" : "failed");
    if (result.ok) setPage({ ...result.value, conversations: [...conversations, ...result.value.conversations] });
  };

  if (conversations.length === 0) return <p className="text-quiet">{peopleCopy.noConversations}</p>;
  return (
    <>
      <ul className="-mx-3">
        {conversations.map(({ id, status, lastMessageAt, lastMessagePreview }) => (
          <li key={id}>
            <AppLink
              href={`/inbox/${id}`}
              className="block rounded-lg px-3 py-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="block truncate">
                <bdi>{lastMessagePreview}</bdi>
              </span>
              <span className="text-sm text-quiet">
                {peopleCopy[status]} · <Moment at={lastMessageAt} form="short" />
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      <Notice tone="problem">{step === "failed" && peopleCopy.notLoaded}</Notice>
      {nextCursor !== undefined && (
        <div className="mt-3">
          <Button busy={step === "loading"} onClick={() => void more()}>
            {peopleCopy.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

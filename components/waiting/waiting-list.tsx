"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { proofCopy } from "#components/catalogs/proof.tsx";
import { inboxPath } from "#components/filter/inbox-filter.ts";
import type { OwnerLiveEvent } from "#components/live/live-inbox.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ProofFacts } from "#components/proof/proof-facts.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { VisitorAvatar } from "#components/visitor/avatar.tsx";
import { visitorLabel } from "#components/visitor/visitor-name.ts";
import type { WaitingJson, WaitingListResponse } from "#lib/notify/notifications/schema.ts";
import { WaitClock, WaitClocks } from "./wait-clock.tsx";

type Props = { initial: WaitingListResponse; siteColors: Record<string, string>; now: number };

/** Lists the visitors without a reply, the longest wait first, with live clocks and who was notified. */
export function WaitingList({ initial, siteColors, now }: Props) {
  const { waiting, nextCursor } = useWaiting(initial);
  if (waiting.length === 0) return <p className="text-quiet">{proofCopy.noneWaiting}</p>;
  return (
    <WaitClocks at={now}>
      <ol aria-label={proofCopy.waiting} className="-mx-3 divide-y divide-line border-y border-line">
        {waiting.map((one) => (
          <Row key={one.conversation.id} waiting={one} siteColor={siteColors[one.conversation.siteId]} />
        ))}
      </ol>
      {nextCursor !== undefined && (
        <AppLink
          href={inboxPath({ status: "open", order: "waiting" })}
          className="mt-6 inline-block font-medium text-accent underline underline-offset-3"
        >
          {inboxCopy.showLongestWaiting}
        </AppLink>
      )}
    </WaitClocks>
  );
}

function Row({ waiting, siteColor }: { waiting: WaitingJson; siteColor: string | undefined }) {
  const { conversation } = waiting;
  const { text: name, isOurs } = visitorLabel(conversation);
  return (
    <li className="relative px-3 py-4 transition-colors hover:bg-hover">
      <div className="flex items-start gap-3">
        <VisitorAvatar conversation={conversation} siteColor={siteColor} />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-3">
            <AppLink
              href={`/inbox/${conversation.id}`}
              className="min-w-0 truncate font-medium before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2"
            >
              <bdi className={isOurs ? "text-quiet" : undefined}>{name}</bdi>
            </AppLink>
            <bdi className="min-w-0 flex-1 truncate text-sm text-quiet max-sm:hidden">{conversation.siteName}</bdi>
            <span className="ms-auto shrink-0 font-semibold tabular-nums">
              {conversation.waitingSince && <WaitClock since={conversation.waitingSince} />}
            </span>
          </p>
          <p className="line-clamp-2 wrap-anywhere">
            <bdi>{conversation.lastMessagePreview}</bdi>
          </p>
          <div className="relative mt-1.5 w-fit max-w-full">
            <ProofFacts proof={waiting} isInLine />
          </div>
        </div>
      </div>
    </li>
  );
}

const SOON_MS = 500;
const REFRESH_MS = 10_000;

/** Keeps the list current: fetched again after what may change it, and every few seconds while it's in view. */
function useWaiting(initial: WaitingListResponse) {
  const { inbox } = useLive();
  const [page, setPage] = useState(initial);

  useEffect(() => {
    let isCurrent = true;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const refetch = async () => {
      const result = await callApi<WaitingListResponse>("/conversations/waiting");
      if (result.ok && isCurrent) setPage(result.value);
      return result.ok;
    };
    const refetchSoon = ({ type }: OwnerLiveEvent) => {
      if (type === "typing") return;
      soon ??= setTimeout(() => {
        soon = undefined;
        void refetch();
      }, SOON_MS);
    };
    const refresh = () => document.visibilityState === "visible" && void refetch();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    const stopListening = inbox.listen(refetchSoon);
    const stopAsking = inbox.onResync(refetch);
    return () => {
      isCurrent = false;
      stopListening();
      stopAsking();
      document.removeEventListener("visibilitychange", refresh);
      clearInterval(timer);
      clearTimeout(soon);
    };
  }, [inbox]);

  return page;
}

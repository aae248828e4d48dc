"use client";

import { type ReactNode, useEffect, useEffectEvent, useState, useTransition } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { ChosenRowContext, provideInbox } from "#components/conversation/chosen-row.ts";
import type { FilterSite, InboxFilter } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useKnown } from "#components/live/use-known.ts";
import { classNames } from "#components/ui/class-names.ts";
import { CommandsContext } from "#components/ui/commands.ts";
import { cancelWaitingPage, openPage } from "#components/ui/reach.ts";
import { useWaitingPage } from "#components/ui/use-waiting-page.ts";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { ComingConversation } from "./coming-conversation.tsx";
import { useHeldArrival } from "./hold-arrival.ts";

type Props = {
  filter: InboxFilter;
  sites: readonly FilterSite[];
  selectedId?: string | undefined;
  list: ReactNode;
  children: ReactNode;
};

/** The list, and next to it the open conversation or the one that's loading. */
export function InboxPanes({ filter, sites, selectedId, list, children }: Props) {
  useHeldArrival(selectedId);
  const router = useWorkspaceRouter();
  const { shown, inbox } = useLive();
  const known = useKnown();
  const [isPending, startTransition] = useTransition();
  const [chosen, setChosen] = useState<{ id: string; path: string }>();
  const waiting = useWaitingPage();
  const waitingHere = chosen && waiting?.path === chosen.path ? waiting : undefined;
  const comingId = chosen && chosen.id !== selectedId && (isPending || waitingHere) ? chosen.id : undefined;
  const coming = comingId ? known.get(comingId) : undefined;
  const open = selectedId ? known.get(selectedId) : undefined;

  const stay = () => {
    cancelWaitingPage();
    setChosen(undefined);
  };
  const choose = (id: string, path: string) => {
    if (id === selectedId && waitingHere) return stay();
    setChosen({ id, path });
    openPage({ path, isShownInPlace: true, open: () => startTransition(() => router.push(path)) });
  };
  const shownId = comingId ?? selectedId;
  const onChoose = useEffectEvent(choose);
  const getShown = useEffectEvent(() => shownId);
  useEffect(() => provideInbox({ choose: (id, path) => onChoose(id, path), shownId: () => getShown() }), []);
  useEffect(() => shown.set({ list: { filter, sites } }), [shown, filter, sites]);
  useEffect(() => inbox.pendingReads.release(shownId), [inbox, shownId]);
  useFocusKept(selectedId);

  return (
    <ChosenRowContext value={{ shownId, choose }}>
      {list}
      <CommandsContext value={comingId === undefined}>
        <div
          inert={comingId !== undefined}
          className={classNames("min-w-0 flex-1 bg-surface md:flex", selectedId ? "flex" : "hidden")}
        >
          {children}
        </div>
      </CommandsContext>
      <p role="status" className="sr-only">
        {coming && !waitingHere && <span className="late">{inboxCopy.opening(visitorName(coming))}</span>}
      </p>
      {coming && (
        <ComingConversation
          key={coming.id}
          conversation={coming}
          filter={filter}
          sites={sites}
          waiting={waitingHere}
          openName={open && visitorName(open)}
          onStay={stay}
        />
      )}
    </ChosenRowContext>
  );
}

/** What the inbox showed before: a conversation, or the list alone. Undefined on the first page. */
let shownBefore: { id: string | undefined } | undefined;

/**
 * If the focused element went with the previous page, moves the focus to the conversation that opened, or else to the
 * list.
 */
function useFocusKept(selectedId: string | undefined): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (shownBefore && shownBefore.id !== selectedId && isLost) {
      const heading = document.getElementById(selectedId ? `conversation-${selectedId}` : "inbox-heading");
      heading?.focus({ preventScroll: true });
    }
    return () => {
      shownBefore = { id: selectedId };
    };
  }, [selectedId]);
}

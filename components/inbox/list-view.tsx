"use client";

import { ArrowUp, ListChecks } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useChosenRow } from "#components/conversation/chosen-row.ts";
import { type InboxFilter, inboxPath, rowPaths } from "#components/filter/inbox-filter.ts";
import { useUnsent } from "#components/live/use-unsent.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { useCommand } from "#components/ui/commands.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useWorkspacePath } from "#components/ui/workspace.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { rememberedList, rememberList } from "./list-memory.ts";
import { NoResult } from "./no-result.tsx";
import type { PackedPage } from "./packed-page.ts";
import { startSelecting, useSelection } from "./selection.ts";
import type { ListRow, More } from "./use-conversation-list.ts";
import { useRowLinks } from "./use-row-links.ts";
import { useSelectionKeys } from "./use-selection-keys.ts";

export type ListProps = {
  heading: ReactNode;
  siteFilter: ReactNode;
  filters: ReactNode;
  newest: PackedPage;
  filter: InboxFilter;
  siteColors: Record<string, string>;
  end: ReactNode;
};

type Props = Omit<ListProps, "newest"> & {
  rows: ListRow[];
  /** How many rows wait to be moved to their position. Undefined if none do. */
  waiting?: number | undefined;
  settle?: () => void;
  /** The cursor of the next page, if there is one. */
  nextCursor: string | undefined;
  more: More;
  loadMore: () => Promise<void>;
  scroller: RefObject<HTMLDivElement | null>;
};

const AHEAD = "600px";
// A tall screen full. The server doesn't render more: rows are most of a page's cost.
const SERVER_ROWS = 24;

export function ListView(props: Props) {
  const {
    heading,
    siteFilter,
    filters,
    filter,
    siteColors,
    end,
    rows,
    waiting,
    settle,
    nextCursor,
    more,
    loadMore,
    scroller,
  } = props;
  const key = inboxPath(filter);
  useListPlace(key, scroller);
  const nextPage = useEnd(scroller, nextCursor, () => more === "idle" && void loadMore());
  const unsent = new Map(useUnsent().flatMap((reply) => (reply.kind === "note" ? [] : [[reply.to, reply] as const])));
  const { shownId } = useChosenRow();
  useListKeys(scroller, shownId);
  const selection = useSelection(key);
  const ids = rows.flatMap(({ conversation: { id }, standing }) => (standing === "deleted" ? [] : [id]));
  useSelectionKeys(scroller, { key, ids, shownId });
  useRowLinks(scroller);
  const toHref = useWorkspacePath();
  const pathOf = rowPaths(filter);
  const isHydrated = useHydrated();
  // The open conversation's row is scrolled to.
  const shownAt = rows.findIndex(({ conversation }) => conversation.id === shownId);
  const drawn = isHydrated ? rows : rows.slice(0, Math.max(SERVER_ROWS, shownAt + 1));

  const show = () => {
    if (settle) flushSync(settle);
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
  };

  return (
    <>
      <header className="shrink-0 px-5 pt-4 pb-3">
        <div className="mb-2 flex h-8 items-center gap-3">
          {heading}
          <div role="status" className="flex shrink-0">
            {waiting !== undefined && <Waiting count={waiting} onShow={show} />}
          </div>
          <div className="-me-2 ms-auto flex min-w-0 items-center gap-1">
            {ids.length > 0 && !selection.isOn && (
              <IconButton
                label={bulkCopy.select}
                icon={<ListChecks size={16} aria-hidden />}
                onClick={() => startSelecting(key)}
              />
            )}
            {siteFilter}
          </div>
        </div>
        {filters}
        {selection.isOn && <BulkBar filter={filter} ids={ids} hasMore={nextCursor !== undefined} />}
      </header>
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
        {rows.length === 0 && !nextCursor && <NoResult filter={filter} />}
        <ul data-selecting={selection.isOn || undefined} className="group/list @container">
          {drawn.map((row) => {
            const reply = unsent.get(row.conversation.id);
            return (
              <ConversationRow
                key={row.conversation.id}
                {...row}
                href={toHref(pathOf(row.conversation.id))}
                unsentReply={reply?.body}
                isReplyStuck={reply?.problem !== undefined}
                siteColor={siteColors[row.conversation.siteId]}
                filter={filter}
                isSelected={row.conversation.id === shownId}
                {...(selection.isOn && {
                  listKey: key,
                  isChecked: selection.matching !== undefined || selection.ids.has(row.conversation.id),
                })}
              />
            );
          })}
        </ul>
        {filter.order === "waiting" && rows.length > 0 && !nextCursor && <EndOfWaiting filter={filter} />}
        {nextCursor && (
          <div ref={nextPage} className="grid justify-items-center gap-2 px-5 py-3">
            {typeof more === "object" && <p className="text-sm text-danger">{more.problem}</p>}
            <Button look="quiet" onClick={() => void loadMore()} busy={more === "loading"}>
              {more === "loading" ? inboxCopy.loadingMore : inboxCopy.loadMore}
            </Button>
          </div>
        )}
        {end && !nextCursor && <div className="px-3 pt-3 md:hidden">{end}</div>}
      </div>
    </>
  );
}

function EndOfWaiting({ filter: { order: _, ...filter } }: { filter: InboxFilter }) {
  return (
    <p className="px-5 py-4 text-sm text-quiet">
      {inboxCopy.everyoneWaiting}{" "}
      <AppLink href={inboxPath(filter)} className="font-medium text-accent underline underline-offset-3">
        {inboxCopy.showAll}
      </AppLink>
    </p>
  );
}

/** Says that the list's order is outdated because the reader is busy with it, and offers to update it. */
function Waiting({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="rise flex min-h-7 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-sm font-medium text-accent transition-colors hover:bg-accent hover:text-on-accent pointer-coarse:min-h-11 pointer-coarse:px-4"
    >
      <ArrowUp size={14} aria-hidden />
      {count > 0 ? inboxCopy.newCount(count) : inboxCopy.updateOrder}
    </button>
  );
}

/** The end of the list. Loads more as it comes near. */
function useEnd(scroller: RefObject<HTMLElement | null>, nextCursor: string | undefined, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null);
  const reachedEnd = useEffectEvent(onNear);
  // Observed again after each page: if its end is still near, the next one loads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the cursor changes.
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reachedEnd(), {
      root: scroller.current,
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [nextCursor, scroller]);
  return end;
}

/** Moves the focus through the rows, from the focused or else the open one. */
function useListKeys(scroller: RefObject<HTMLElement | null>, selectedId: string | undefined): void {
  const step = (by: 1 | -1) => {
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const focused = rows.findIndex((row) => row.matches(":focus"));
    const from = focused >= 0 ? focused : rows.findIndex((row) => selectedId && row.matches("[aria-current]"));
    const to = from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
    rows[to]?.focus();
    rows[to]?.scrollIntoView({ block: "nearest" });
  };
  useCommand("next", inboxCopy.nextConversation, () => step(1));
  useCommand("previous", inboxCopy.previousConversation, () => step(-1));
}

/** Restores a list's scroll position and focus after a conversation was opened. */
function useListPlace(key: string, scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop = 0, hadFocus = false } = rememberedList(key);
    element.scrollTop = scrollTop;
    const selected = element.querySelector<HTMLElement>("[aria-current]");
    if (hadFocus) selected?.focus({ preventScroll: true });
    selected?.scrollIntoView({ block: "nearest" });
    const noteScroll = () => rememberList(key, { scrollTop: element.scrollTop });
    const noteFocus = () => rememberList(key, { hadFocus: element.querySelector(":focus-visible") !== null });
    element.addEventListener("scroll", noteScroll, { passive: true });
    document.addEventListener("focusin", noteFocus);
    return () => {
      element.removeEventListener("scroll", noteScroll);
      document.removeEventListener("focusin", noteFocus);
    };
  }, [key, scroller]);
}

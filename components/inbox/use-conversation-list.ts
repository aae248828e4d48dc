"use client";

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { countArrivals, heldOrder, isSameOrder, matcherOf, rowsInOrder } from "#components/filter/list-order.ts";
import type { Known } from "#components/live/known-conversations.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { isOutdated, noteShown } from "#components/live/page-age.ts";
import { newerOf, useKnown } from "#components/live/use-known.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { rememberedList, rememberList } from "./list-memory.ts";
import { furtherOf, isWithin, type ListPage, rangeBelow, rangeOf } from "./list-range.ts";
import { loadPage, loadRange } from "./load-list.ts";
import { isListBusy, useListRelease } from "./use-busy-list.ts";
import { useListed, useReloads } from "./use-listed.ts";

/** A row as shown. One that "left" the filter or is "deleted" stays until the reader is done with the list. */
export type ListRow = {
  conversation: ConversationJson;
  standing: "here" | "left" | "deleted";
  /** In a search: where it matched. */
  excerpt?: NonNullable<ConversationJson["excerpt"]>;
};
export type More = "idle" | "loading" | { problem: string };

// Each page may have checked thousands of conversations.
const RELOADED_PAGES = 3;

const idsOf = (rows: readonly ConversationJson[]) => rows.map(({ id }) => id);

/**
 * Returns the rows of a filter as shown. Their content is always current. Their order waits while the reader is busy
 * with the list.
 */
export function useConversationList(newest: ListPage, filter: InboxFilter, scroller: RefObject<HTMLDivElement | null>) {
  const key = inboxPath(filter);
  const { inbox, userId } = useLive();
  const known = useKnown();
  const [range, setRange] = useState(() =>
    furtherOf(rangeOf(newest, filter.order), rememberedList(key).range, filter.order),
  );
  const [more, setMore] = useState<More>("idle");
  const { listed, ...server } = useListed(filter, newest);

  // The page's range counts from the first render, until the tab's shared range includes it.
  const [noted, setNoted] = useState(() => (isOutdated(newest, inbox.timesMissed()) ? newest : undefined));
  const all = useMemo(
    () => (noted === newest ? known : withPage(known, newest, inbox.known.isDeleted)),
    [known, newest, noted, inbox],
  );
  const target = useMemo(
    () => rowsInOrder(all.values(), filter, range.end, userId, listed),
    [all, filter, range, userId, listed],
  );
  const [shown, setShown] = useState(() => rememberedList(key).shown ?? target);

  useEffect(() => {
    if (!isOutdated(newest, inbox.timesMissed())) inbox.known.learn(newest.conversations);
    noteShown(newest, inbox.timesMissed());
    setNoted(newest);
  }, [inbox, newest]);
  useEffect(() => rememberList(key, { shown, range }), [key, shown, range]);

  const settle = () => setShown((rows) => (isSameOrder(idsOf(rows), idsOf(target)) ? rows : target));
  const follow = useEffectEvent(() => {
    if (!scroller.current || !isListBusy(scroller.current)) return settle();
    setShown((rows) => withRowsBelow(rows, target));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the target order changes.
  useLayoutEffect(() => follow(), [target]);
  useListRelease(scroller, settle);

  const refresh = useEffectEvent(async () => {
    const timesMissed = inbox.timesMissed();
    const askedAt = inbox.known.now();
    const result = await loadRange(filter, range, listed && RELOADED_PAGES);
    if (!result) return false;
    const matches = matcherOf(filter, userId);
    const isCovered = (row: ConversationJson | undefined) => !row || isWithin(row, result.range, filter.order);
    // What's missing in a list that only the server can judge may be in others.
    inbox.known.replace(result.conversations, askedAt, (row) => !listed && matches(row) && isCovered(row));
    server.replace(result, (id) => !isCovered(inbox.known.get().get(id)));
    setRange((before) => furtherOf(result.range, before, filter.order));
    rememberList(key, { completeAt: timesMissed });
    return true;
  });

  useEffect(() => {
    // From before events may have been missed: rows below the newest page are older than this visit.
    const { completeAt = inbox.timesMissed() } = rememberedList(key);
    if (completeAt < inbox.timesMissed()) void refresh();
    else rememberList(key, { completeAt });
    return inbox.onResync(() => refresh());
  }, [inbox, key]);

  useReloads(listed !== undefined, server.isOld, refresh);

  const loadMore = async () => {
    if (more === "loading" || !range.nextCursor) return;
    setMore("loading");
    const result = await loadPage(filter, range.nextCursor);
    if (!result.ok) return setMore({ problem: result.problem.words });
    inbox.known.learn(result.value.conversations);
    server.add(result.value);
    setRange((before) => rangeBelow(before, result.value, filter.order));
    setMore("idle");
  };

  const rows = useMemo(() => withStanding(shown, target, all, inbox.known.isDeleted), [shown, target, all, inbox]);
  const waiting = waitingOf(idsOf(shown), idsOf(target));
  return { rows, waiting, settle, nextCursor: range.nextCursor, more, loadMore };
}

const waitingOf = (shown: readonly string[], target: readonly string[]) =>
  isSameOrder(shown, target) ? undefined : countArrivals(shown, target);

function withStanding(
  shown: readonly ConversationJson[],
  target: readonly ConversationJson[],
  all: Known,
  isDeleted: (id: string) => boolean,
): ListRow[] {
  const inTarget = new Set(idsOf(target));
  return shown.map((row) => {
    if (isDeleted(row.id)) return { conversation: row, standing: "deleted" };
    return { conversation: all.get(row.id) ?? row, standing: inTarget.has(row.id) ? "here" : "left" };
  });
}

/** Returns the shown rows in their order, and below them what the target order adds there. */
function withRowsBelow(rows: readonly ConversationJson[], target: readonly ConversationJson[]) {
  const order = heldOrder(idsOf(rows), idsOf(target));
  if (order.length === rows.length) return rows;
  const below = new Set(order.slice(rows.length));
  return [...rows, ...target.filter(({ id }) => below.has(id))];
}

function withPage(known: Known, page: ListPage, isDeleted: (id: string) => boolean): Known {
  const all = new Map(known);
  for (const row of page.conversations) if (!isDeleted(row.id)) all.set(row.id, newerOf(row, all.get(row.id)));
  return all;
}

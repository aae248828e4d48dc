import { useEffect, useEffectEvent, useState } from "react";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { isJudgedByServer, type Listed } from "#components/filter/list-order.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { rememberedList, rememberList } from "./list-memory.ts";
import type { ListPage } from "./list-range.ts";

const SOON_MS = 1_000;
const APART_MS = 5_000;
// Time changes who has waited how long.
const OTHERWISE_MS = 60_000;

type Page = Pick<ListPage, "conversations">;

const withIds = (ids: Listed, { conversations }: Page): Listed =>
  new Set([...(ids ?? []), ...conversations.map(({ id }) => id)]);

/** Returns the ids of what the server listed, if only it can judge the filter, and what changes them. */
export function useListed(filter: InboxFilter, newest: Page) {
  const key = inboxPath(filter);
  const isServers = isJudgedByServer(filter);
  // Rows below the newest page are from before a conversation was opened.
  const [isOld] = useState(() => rememberedList(key).listed !== undefined);
  const [listed, setListed] = useState(() => (isServers ? withIds(rememberedList(key).listed, newest) : undefined));
  useEffect(() => rememberList(key, { listed }), [key, listed]);
  useEffect(() => setListed((before) => before && withIds(before, newest)), [newest]);
  const add = (page: Page) => setListed((before) => before && withIds(before, page));
  const replace = (page: Page, isKept: (id: string) => boolean) =>
    setListed((before) => before && withIds(new Set([...before].filter(isKept)), page));
  return { listed, isOld, add, replace };
}

/**
 * Reloads a list that only the server can judge soon after changes of the inbox, but not at each, and now and then
 * while it's looked at.
 */
export function useReloads(isNeeded: boolean, isOld: boolean, reload: () => Promise<unknown>): void {
  const { inbox } = useLive();
  const onReload = useEffectEvent(reload);
  useEffect(() => {
    if (!isNeeded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let earliest = 0;
    let isStopped = false;
    let isChanged = false;
    const schedule = () => {
      isChanged = true;
      timer ??= setTimeout(run, Math.max(SOON_MS, earliest - Date.now()));
    };
    const run = async () => {
      isChanged = false;
      await onReload();
      earliest = Date.now() + APART_MS;
      timer = undefined;
      // What changed meanwhile may be missing.
      if (isChanged && !isStopped) schedule();
    };
    if (isOld) schedule();
    const stop = inbox.listen(({ type }) => {
      if (type === "message.created" || type === "conversation.updated") schedule();
    });
    const clock = setInterval(() => document.visibilityState === "visible" && schedule(), OTHERWISE_MS);
    return () => {
      isStopped = true;
      stop();
      clearTimeout(timer);
      clearInterval(clock);
    };
  }, [inbox, isOld, isNeeded]);
}

"use client";

import {
  AlarmClock,
  AlarmClockOff,
  Check,
  Ellipsis,
  MessageCircleOff,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  Star,
  StarOff,
  Tag,
  UserPlus,
  X,
} from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { onAssignTo } from "#components/assignment/assign-to.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { type InboxFilter, inboxPath, listFilter, listQuery } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { type CommandName, useCommand } from "#components/ui/commands.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu, MenuButton } from "#components/ui/menu.tsx";
import type { Change } from "#lib/desk/bulk-changes/schema.ts";
import type { ChangedSet } from "./change-in-bulk.ts";
import { clearSelection, type Matching, selectAll, selectMatching, useSelection } from "./selection.ts";
import { type BulkActions, useBulkActions } from "./use-bulk-actions.tsx";

type Props = {
  filter: InboxFilter;
  /** The rows that can be selected. */
  ids: readonly string[];
  hasMore: boolean;
};

/** How many conversations are selected, and what can be done with all of them. */
export function BulkBar({ filter, ids, hasMore }: Props) {
  const key = inboxPath(filter);
  const { ids: selected, matching } = useSelection(key);
  // What left the list isn't changed unseen.
  const chosen = ids.filter((id) => selected.has(id));
  const set: ChangedSet = matching ? { filter: listFilter(filter), asOf: matching.asOf } : { conversationIds: chosen };
  const actions = useBulkActions(set);
  const isAll = ids.length > 0 && chosen.length === ids.length;
  const box = useFocusKept();
  const isAny = matching !== undefined || chosen.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={bulkCopy.bar} className="mt-2 border-t border-line pt-2">
      {/* Where the list is narrow or fingers need larger buttons, the actions have a row of their own, which is always there. */}
      <div className="-me-2 flex items-center max-lg:flex-wrap pointer-coarse:flex-wrap">
        <label className="-ms-2 grid size-9 shrink-0 place-items-center pointer-coarse:size-11">
          <span className="sr-only">{bulkCopy.selectAll}</span>
          <input
            ref={box}
            type="checkbox"
            checked={matching !== undefined || isAll}
            onChange={() => selectAll(key, isAll || matching ? [] : ids)}
            className="size-4 accent-accent"
          />
        </label>
        <p role="status" className="min-w-0 flex-1 text-sm leading-4 font-medium">
          {countWords(matching, chosen.length)}
        </p>
        <div className="flex min-h-9 shrink-0 items-center justify-end max-lg:order-last max-lg:basis-full pointer-coarse:order-last pointer-coarse:min-h-11 pointer-coarse:basis-full">
          {isAny && <Actions actions={actions} filter={filter} />}
        </div>
        <IconButton label={bulkCopy.clear} icon={<X size={16} aria-hidden />} onClick={clearSelection} />
      </div>
      {isAll && hasMore && !matching && !filter.q && <SelectMatching filter={filter} loaded={ids.length} />}
      {actions.Dialog && <actions.Dialog onClose={actions.closeDialog} />}
    </div>
  );
}

/** Keeps the focus, if it was on what the bar replaces, or goes with the bar. */
function useFocusKept(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const isLost = () => document.activeElement === document.body;
    if (isLost()) box.current?.focus();
    return () => {
      if (isLost()) document.getElementById("inbox-heading")?.focus({ preventScroll: true });
    };
  }, []);
  return box;
}

function countWords(matching: Matching | undefined, count: number): string {
  if (matching) return matching.moreMatch ? bulkCopy.selectedFirst(matching.count) : bulkCopy.selected(matching.count);
  return count === 0 ? bulkCopy.none : bulkCopy.selected(count);
}

/** Offers to select all that match, with how many they are. */
function SelectMatching({ filter, loaded }: { filter: InboxFilter; loaded: number }) {
  const key = inboxPath(filter);
  const [counted, setCounted] = useState<Matching | { problem: string }>();
  const query = new URLSearchParams(listQuery(filter)).toString();
  useEffect(() => {
    let isLeft = false;
    void callApi<{ matching: Matching }>(`/conversations/bulk?${query}`).then((result) => {
      if (!isLeft) setCounted(result.ok ? result.value.matching : { problem: result.problem.words });
    });
    return () => {
      isLeft = true;
    };
  }, [query]);
  return (
    <p className="pb-1 text-sm text-quiet" role="status">
      {bulkCopy.onlyLoaded(loaded)}{" "}
      {counted && "problem" in counted && <span className="text-danger">{counted.problem}</span>}
      {counted && "count" in counted && (
        <button
          type="button"
          onClick={() => selectMatching(key, counted)}
          className="rounded-sm font-medium text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {counted.moreMatch ? bulkCopy.selectFirst(counted.count) : bulkCopy.selectMatching(counted.count)}
        </button>
      )}
    </p>
  );
}

type Action = { name: string; icon: ReactNode; run: () => void };

/** The most frequent actions as icons, with the keys of the open conversation's, and the others in a menu. */
function Actions({ actions, filter }: { actions: BulkActions; filter: InboxFilter }) {
  const { isShared } = useTeam();
  const { userId } = useLive();
  const onAssign = useEffectEvent((to: string) => actions.assign(to));
  useEffect(() => onAssignTo((to) => onAssign(to)), []);
  const all = actionsOf(actions);
  const isClosed = filter.status === "closed";
  const isSpam = filter.status === "spam";
  const first = isSpam ? all.notSpam : isClosed ? all.reopen : all.close;
  const { commands } = bulkCopy;
  useSelectionCommand("toggle", isClosed ? commands.reopen : commands.close, isClosed ? all.reopen : all.close);
  useSelectionCommand("assign", isShared ? commands.assign : undefined, all.assign);
  useSelectionCommand("take", isShared ? commands.take : undefined, {
    ...all.assign,
    run: () => actions.assign(userId),
  });
  useSelectionCommand("label", commands.label, all.addLabel);
  useSelectionCommand("snooze", commands.snooze, all.snooze);
  useSelectionCommand("star", commands.star, all.star);
  useSelectionCommand("settle", commands.settle, all.settle);
  useSelectionCommand("spam", isSpam ? commands.notSpam : commands.spam, isSpam ? all.notSpam : all.spam);
  const icons = [first, ...(isShared ? [all.assign] : []), all.addLabel, all.snooze];
  return (
    <div data-busy={actions.busy || undefined} className="flex shrink-0 items-center">
      {icons.map(({ name, icon, run }) => (
        <IconButton key={name} label={name} icon={icon} onClick={run} />
      ))}
      <Menu
        look="icon"
        title={bulkCopy.more}
        label={
          <>
            <Ellipsis size={16} aria-hidden />
            <span className="sr-only">{bulkCopy.more}</span>
          </>
        }
      >
        {Object.values(all)
          .filter((action) => !icons.includes(action) && (isShared || action !== all.assign))
          .map(({ name, icon, run }) => (
            <MenuButton key={name} onClick={run}>
              {icon}
              {name}
            </MenuButton>
          ))}
      </Menu>
    </div>
  );
}

const useSelectionCommand = (name: CommandName, label: string | undefined, { run }: Action) =>
  useCommand(name, label, run, { isForSelection: true });

function actionsOf({ change, openAssign, openSnooze, openLabels }: BulkActions) {
  const changing = (name: string, icon: ReactNode, body: Change, done: (count: number) => string): Action => ({
    name,
    icon,
    run: () => change(body, done),
  });
  const { close, reopen, settle, spam, notSpam, star, unstar, wake } = bulkCopy;
  const icon = { size: 16, "aria-hidden": true } as const;
  return {
    close: changing(close, <Check {...icon} />, { status: "closed" }, bulkCopy.closed),
    reopen: changing(reopen, <RotateCcw {...icon} />, { status: "open" }, bulkCopy.reopened),
    assign: { name: bulkCopy.assign, icon: <UserPlus {...icon} />, run: openAssign },
    addLabel: { name: bulkCopy.addLabel, icon: <Tag {...icon} />, run: () => openLabels("add") },
    removeLabel: { name: bulkCopy.removeLabel, icon: <Tag {...icon} />, run: () => openLabels("remove") },
    snooze: { name: bulkCopy.snooze, icon: <AlarmClock {...icon} />, run: openSnooze },
    wake: changing(wake, <AlarmClockOff {...icon} />, { snooze: null }, bulkCopy.woken),
    star: changing(star, <Star {...icon} />, { starred: true }, bulkCopy.starred),
    unstar: changing(unstar, <StarOff {...icon} />, { starred: false }, bulkCopy.unstarred),
    settle: changing(settle, <MessageCircleOff {...icon} />, { noReplyNeeded: true }, bulkCopy.settled),
    spam: changing(spam, <ShieldAlert {...icon} />, { spam: true }, bulkCopy.markedSpam),
    notSpam: changing(notSpam, <ShieldCheck {...icon} />, { spam: false }, bulkCopy.unmarkedSpam),
  };
}

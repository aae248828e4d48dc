"use client";

import { useMemo, useState } from "react";
import { useLogOut } from "#components/account/use-log-out.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { compareRows } from "#components/filter/list-order.ts";
import { useLabels } from "#components/labels/use-labels.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useKnown } from "#components/live/use-known.ts";
import { usableBy } from "#components/ui/audience.ts";
import { useCommandChanges } from "#components/ui/commands.ts";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import { useViews } from "#components/views/use-views.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { Choice } from "./find-choices.ts";
import {
  actionChoices,
  conversationChoice,
  filterChoices,
  labelChoice,
  pageChoice,
  siteChoices,
  teammateChoices,
  themeChoices,
  viewChoice,
} from "./menu-choices.ts";
import { NEW_WORKSPACE, PAGES } from "./menu-pages.ts";

const OPEN: InboxFilter = { status: "open" };

/** Returns everything the command menu offers now. */
export function useChoices(sites: readonly SiteJson[], onHelp: () => void): Choice[] {
  const openPage = useOpenPage();
  const known = useKnown();
  const { labels } = useLabels();
  const { views } = useViews();
  const { isShared, readerId, teammates } = useTeam();
  const { role, workspaces, mayCreateWorkspace, shown } = useLive();
  const filter = shown.get().list?.filter ?? OPEN;
  const hasAllSites = !teammates.find(({ id }) => id === readerId)?.siteIds;
  const logOut = useLogOut();
  const isAlone = !isShared && workspaces.length === 0;
  const commandChanges = useCommandChanges();
  // Fixed when the menu opens, so that nothing moves under the reader.
  const [order] = useState(() => [...known.values()].toSorted(compareRows()).map(({ id }) => id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels of commands change with what's on the page.
  return useMemo(() => {
    const pages = usableBy(
      { role, isShared, isAlone, hasAllSites },
      mayCreateWorkspace ? [...PAGES, NEW_WORKSPACE] : PAGES,
    );
    const still = order.map((id) => known.get(id)).filter((conversation) => conversation !== undefined);
    return [
      ...actionChoices(),
      ...still.map((conversation) => conversationChoice(conversation, openPage)),
      ...pages.map(({ label, path }) => pageChoice(path, label, () => openPage(path))),
      { ...pageChoice("help", keyboardCopy.shortcuts, onHelp), shortcut: "?" },
      ...themeChoices(),
      { id: "log-out", group: keyboardCopy.groups.account, label: shellCopy.logOut, run: logOut },
      ...labels.map((label) => labelChoice(label, openPage)),
      ...views.filter(({ broken }) => !broken).map((view) => viewChoice(view, openPage)),
      ...filterChoices(filter, openPage),
      ...(isShared ? teammates.flatMap((teammate) => teammateChoices(teammate, readerId, openPage)) : []),
      ...sites.flatMap((site) => siteChoices(site, openPage)),
    ];
  }, [
    openPage,
    known,
    order,
    labels,
    views,
    filter,
    role,
    mayCreateWorkspace,
    isShared,
    isAlone,
    hasAllSites,
    logOut,
    readerId,
    teammates,
    commandChanges,
    sites,
    onHelp,
  ]);
}

/** Returns the choice to search all messages for the typed text, shown after the menu's own choices. */
export function useMessageSearch(query: string): Choice[] {
  const openPage = useOpenPage();
  const q = query.trim();
  if (q === "") return [];
  const run = () => openPage(inboxPath({ status: "all", q }));
  return [{ id: "messages", group: keyboardCopy.groups.messages, label: keyboardCopy.searchMessages(q), run }];
}

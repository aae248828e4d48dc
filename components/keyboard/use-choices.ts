"use client";

import { useMemo, useState } from "react";
import { switchTheme } from "#components/account/switch-theme.ts";
import { useLogOut } from "#components/account/use-log-out.ts";
import { assignTo } from "#components/assignment/assign-to.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { inboxPath } from "#components/filter/inbox-filter.ts";
import { compareRows } from "#components/filter/list-order.ts";
import { useLabels } from "#components/labels/use-labels.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useKnown } from "#components/live/use-known.ts";
import { usableBy } from "#components/ui/audience.ts";
import { type CommandName, commandLabel, runCommand, useCommandChanges } from "#components/ui/commands.ts";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { Choice } from "./find-choices.ts";
import { NEW_WORKSPACE, PAGES } from "./menu-pages.ts";

const ACTIONS: { name: CommandName; shortcut?: string }[] = [
  { name: "reply", shortcut: "r" },
  { name: "toggle", shortcut: "e" },
  { name: "unread", shortcut: "u" },
  { name: "star", shortcut: "s" },
  { name: "snooze", shortcut: "b" },
  { name: "label", shortcut: "l" },
  { name: "take", shortcut: "t" },
  { name: "assign", shortcut: "a" },
  { name: "giveBack", shortcut: "⇧T" },
  { name: "note", shortcut: "n" },
  { name: "spam", shortcut: "!" },
  { name: "block" },
  { name: "delete" },
  { name: "undo", shortcut: "z" },
];

/** Returns everything the command menu offers now. */
export function useChoices(sites: readonly SiteJson[], onHelp: () => void): Choice[] {
  const openPage = useOpenPage();
  const known = useKnown();
  const { labels } = useLabels();
  const { isShared, readerId, teammates } = useTeam();
  const { role, workspaces, mayCreateWorkspace } = useLive();
  const hasAllSites = !teammates.find(({ id }) => id === readerId)?.siteIds;
  const logOut = useLogOut();
  const isAlone = !isShared && workspaces.length === 0;
  const commandChanges = useCommandChanges();
  // Fixed when the menu opens, so that nothing moves under the reader.
  const [order] = useState(() => [...known.values()].toSorted(compareRows()).map(({ id }) => id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels of commands change with what's on the page.
  return useMemo(() => {
    const actions = ACTIONS.flatMap(({ name, ...shortcut }) => {
      const label = commandLabel(name);
      const run = () => runCommand(name);
      return label ? [{ id: name, group: keyboardCopy.groups.conversation, label, ...shortcut, run }] : [];
    });
    const still = order.map((id) => known.get(id)).filter((conversation) => conversation !== undefined);
    const conversations = still.map((conversation) => ({
      id: conversation.id,
      group: keyboardCopy.groups.conversations,
      label: visitorName(conversation),
      detail: conversation.visitorName && conversation.visitorEmail ? conversation.visitorEmail : conversation.siteName,
      run: () => openPage(`/inbox/${conversation.id}${filterInAddress()}`),
    }));
    const usable = usableBy(
      { role, isShared, isAlone, hasAllSites },
      mayCreateWorkspace ? [...PAGES, NEW_WORKSPACE] : PAGES,
    );
    const pages = usable.map(({ label, path }) => ({
      id: path,
      group: keyboardCopy.groups.pages,
      label,
      run: () => openPage(path),
    }));
    const ofLabels = labels.map(({ id, name }) => ({
      id: `label-${id}`,
      group: keyboardCopy.groups.pages,
      label: keyboardCopy.pages.label(name),
      run: () => openPage(inboxPath({ status: "all", labelId: id })),
    }));
    const ofSites = sites.flatMap(({ id, name }) => [
      {
        id: `inbox-${id}`,
        group: keyboardCopy.groups.sites,
        label: name,
        detail: keyboardCopy.siteConversations,
        run: () => openPage(`/inbox?site=${id}`),
      },
      {
        id: `site-${id}`,
        group: keyboardCopy.groups.sites,
        label: name,
        detail: keyboardCopy.siteSettings,
        run: () => openPage(`/settings/sites/${id}`),
      },
    ]);
    const ofPeople = isShared
      ? teammates.flatMap(({ id, name }) => [
          ...(commandLabel("assign") && id !== readerId
            ? [
                {
                  id: `assign-${id}`,
                  group: keyboardCopy.groups.conversation,
                  label: assignmentCopy.commands.assignTo(name),
                  run: () => assignTo(id),
                },
              ]
            : []),
          {
            id: `conversations-${id}`,
            group: keyboardCopy.groups.pages,
            label: assignmentCopy.commands.conversationsOf(name),
            run: () => openPage(inboxPath({ status: "open", assignee: id === readerId ? "me" : id })),
          },
        ])
      : [];
    const help = {
      id: "help",
      group: keyboardCopy.groups.pages,
      label: keyboardCopy.shortcuts,
      shortcut: "?",
      run: onHelp,
    };
    const themes = Object.entries(accountCopy.preferences.theme.options).map(([theme, name]) => ({
      id: `theme-${theme}`,
      group: keyboardCopy.groups.account,
      label: keyboardCopy.theme(name),
      run: () => void switchTheme(theme),
    }));
    const session = { id: "log-out", group: keyboardCopy.groups.account, label: shellCopy.logOut, run: logOut };
    return [...actions, ...conversations, ...pages, help, ...themes, session, ...ofLabels, ...ofPeople, ...ofSites];
  }, [
    openPage,
    known,
    order,
    labels,
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

/** The filter of the visible list, from the URL. */
const filterInAddress = () => (pathInWorkspace(location.pathname).startsWith("/inbox") ? location.search : "");

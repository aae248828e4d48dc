"use client";

import { useMemo, useState } from "react";
import { inboxPath } from "#components/inbox/inbox-filter.ts";
import { comparePlaces } from "#components/inbox/list-order.ts";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { useKnown } from "#components/live/use-known.ts";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import type { SiteJson } from "#lib/sites/schema.ts";
import { type CommandName, commandLabel, runCommand } from "./commands.ts";
import type { Choice } from "./find-choices.ts";

const ACTIONS: { name: CommandName; shortcut?: string }[] = [
  { name: "reply", shortcut: "r" },
  { name: "toggle", shortcut: "e" },
  { name: "unread", shortcut: "u" },
  { name: "spam" },
  { name: "block" },
  { name: "delete" },
];

const PAGES = [
  { label: "Open conversations", path: "/inbox" },
  { label: "Closed conversations", path: "/inbox?status=closed" },
  { label: "All conversations", path: "/inbox?status=all" },
  { label: "Spam", path: "/inbox?status=spam" },
  { label: "Sites", path: "/settings/sites" },
  { label: "Make a site", path: "/settings/sites/new" },
  { label: "Account", path: "/settings/account" },
  { label: "Change the password", path: "/settings/account#password" },
  { label: "Sessions and devices", path: "/settings/account#sessions" },
  { label: "API keys", path: "/settings/account#keys" },
];

/** Everything that the command menu offers right now. */
export function useChoices(sites: readonly SiteJson[], onHelp: () => void): Choice[] {
  const openPage = useOpenPage();
  const known = useKnown();
  // Nothing moves under the reader: what comes while the menu is open is offered the next time.
  const [order] = useState(() => [...known.values()].toSorted(comparePlaces).map(({ id }) => id));
  return useMemo(() => {
    const actions = ACTIONS.flatMap(({ name, ...shortcut }) => {
      const label = commandLabel(name);
      const run = () => runCommand(name);
      return label ? [{ id: name, group: "This conversation", label, ...shortcut, run }] : [];
    });
    const still = order.map((id) => known.get(id)).filter((conversation) => conversation !== undefined);
    const conversations = still.map((conversation) => ({
      id: conversation.id,
      group: "Conversations",
      label: visitorName(conversation),
      detail: conversation.visitorName && conversation.visitorEmail ? conversation.visitorEmail : conversation.siteName,
      run: () => openPage(`/inbox/${conversation.id}${filterInAddress()}`),
    }));
    const pages = PAGES.map(({ label, path }) => ({ id: path, group: "Pages", label, run: () => openPage(path) }));
    const ofSites = sites.flatMap(({ id, name }) => [
      {
        id: `inbox-${id}`,
        group: "Sites",
        label: name,
        detail: "Conversations",
        run: () => openPage(`/inbox?site=${id}`),
      },
      {
        id: `site-${id}`,
        group: "Sites",
        label: name,
        detail: "Settings",
        run: () => openPage(`/settings/sites/${id}`),
      },
    ]);
    const help = { id: "help", group: "Pages", label: "Keyboard shortcuts", shortcut: "?", run: onHelp };
    return [...actions, ...conversations, ...pages, help, ...ofSites];
  }, [openPage, known, order, sites, onHelp]);
}

/** The search in all messages for what is typed, which goes on where the menu's own choices end. */
export function useMessageSearch(query: string): Choice[] {
  const openPage = useOpenPage();
  const q = query.trim();
  if (q === "") return [];
  const run = () => openPage(inboxPath({ status: "all", q }));
  return [{ id: "messages", group: "Messages", label: `Search messages for “${q}”`, run }];
}

/** The filter of the list in view, as its address has it. */
const filterInAddress = () => (location.pathname.startsWith("/inbox") ? location.search : "");

import { switchTheme } from "#components/account/switch-theme.ts";
import { assignTo } from "#components/assignment/assign-to.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { filtersCopy } from "#components/catalogs/filters.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { viewsCopy } from "#components/catalogs/views.ts";
import { addedFilters } from "#components/filter/added-filters.ts";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { type CommandName, commandLabel, runCommand } from "#components/ui/commands.ts";
import { viewPath } from "#components/views/use-views.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ViewJson } from "#lib/desk/views/schema.ts";
import type { Choice } from "./find-choices.ts";

type Named = { id: string; name: string };
type OpenPage = (path: string) => void;

const ACTIONS: { name: CommandName; shortcut?: string }[] = [
  { name: "reply", shortcut: "r" },
  { name: "toggle", shortcut: "e" },
  { name: "settle", shortcut: "d" },
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

const { groups } = keyboardCopy;

/** Returns what can be done now with the conversation on the page. */
export const actionChoices = (): Choice[] =>
  ACTIONS.flatMap(({ name, ...shortcut }) => {
    const label = commandLabel(name);
    const run = () => runCommand(name);
    return label ? [{ id: name, group: groups.conversation, label, ...shortcut, run }] : [];
  });

export const conversationChoice = (conversation: ConversationJson, openPage: OpenPage): Choice => ({
  id: conversation.id,
  group: groups.conversations,
  label: visitorName(conversation),
  detail: conversation.visitorName && conversation.visitorEmail ? conversation.visitorEmail : conversation.siteName,
  run: () => openPage(`/inbox/${conversation.id}${filterInAddress()}`),
});

export const pageChoice = (id: string, label: string, run: () => void): Choice => ({
  id,
  group: groups.pages,
  label,
  run,
});

export const labelChoice = ({ id, name }: Named, openPage: OpenPage): Choice =>
  pageChoice(`label-${id}`, keyboardCopy.pages.label(name), () => openPage(inboxPath({ status: "all", labelId: id })));

export const viewChoice = (view: ViewJson, openPage: OpenPage): Choice =>
  pageChoice(`view-${view.id}`, viewsCopy.choice(view.name), () => openPage(viewPath(view)));

/** Returns adding a filter to the list on the page, or taking it off, and saving its filters as a view. */
export function filterChoices(filter: InboxFilter, openPage: OpenPage): Choice[] {
  const choice = (id: string, label: string, run: () => void) => ({ id, group: filtersCopy.group, label, run });
  const commands = (["saveView", "filterByPage"] as const).flatMap((name) => {
    const label = commandLabel(name);
    return label ? [choice(name, name === "saveView" ? label : filtersCopy.choice(label), () => runCommand(name))] : [];
  });
  return [
    ...commands,
    ...addedFilters(filter).map(({ key, name, isOn, path }) =>
      choice(key, isOn ? inboxCopy.removeFilter(name) : filtersCopy.choice(name), () => openPage(path)),
    ),
  ];
}

/** Returns the site's conversations and its settings. */
export const siteChoices = ({ id, name }: Named, openPage: OpenPage): Choice[] => [
  {
    id: `inbox-${id}`,
    group: groups.sites,
    label: name,
    detail: keyboardCopy.siteConversations,
    run: () => openPage(`/inbox?site=${id}`),
  },
  {
    id: `site-${id}`,
    group: groups.sites,
    label: name,
    detail: keyboardCopy.siteSettings,
    run: () => openPage(`/settings/sites/${id}`),
  },
];

/** Returns assigning the conversation on the page to someone of the team, and their conversations. */
export function teammateChoices({ id, name }: Named, readerId: string, openPage: OpenPage): Choice[] {
  const { assignTo: assignLabel, conversationsOf } = assignmentCopy.commands;
  const assign = { id: `assign-${id}`, group: groups.conversation, label: assignLabel(name), run: () => assignTo(id) };
  const open = () => openPage(inboxPath({ status: "open", assignee: id === readerId ? "me" : id }));
  return [
    ...(commandLabel("assign") && id !== readerId ? [assign] : []),
    pageChoice(`conversations-${id}`, conversationsOf(name), open),
  ];
}

export const themeChoices = (): Choice[] =>
  Object.entries(accountCopy.preferences.theme.options).map(([theme, name]) => ({
    id: `theme-${theme}`,
    group: groups.account,
    label: keyboardCopy.theme(name),
    run: () => void switchTheme(theme),
  }));

/** The filter of the visible list, from the URL. */
const filterInAddress = () => (pathInWorkspace(location.pathname).startsWith("/inbox") ? location.search : "");

import { catalog, plural } from "#platform/catalog.ts";

/** Named filters of the inbox. */
export const viewsCopy = catalog("views", {
  title: "Views",
  none: "No views yet. Choose filters, then save them as a view.",
  shared: "Shared",
  count: (count: number, isAtLeast: boolean) => (count > 99 ? "99+" : isAtLeast ? `${count}+` : String(count)),
  conversations: (count: number, isAtLeast: boolean) =>
    isAtLeast ? `at least ${count} conversations` : plural(count, { one: "1 conversation", other: "# conversations" }),
  choice: (name: string) => `View: ${name}`,

  save: "Save as view",
  saveTitle: "Save as view",
  saveHint: "It keeps these filters. Find it under Views, next to the search.",
  rename: "Rename view",
  renameTitle: "Rename view",
  audience: "Who can use it",
  everyone: "Everyone in the workspace",
  onlyMe: "Only me",
  meHint: "“Mine” in a shared view means the conversations of the person who opens it.",
  share: "Share view with everyone",
  unshare: "Make view only mine",
  delete: "Delete view",

  stored: (name: string) => `Saved “${name}”.`,
  renamed: (name: string) => `Renamed to “${name}”.`,
  isShared: (name: string) => `Everyone in the workspace can use “${name}” now.`,
  isMine: (name: string) => `Only you can use “${name}” now.`,
  deleted: (name: string) => `Deleted “${name}”.`,
  taken: "Another view has this name, or there are as many views as there may be.",

  broken: {
    label: "Its label was deleted.",
    assignee: "Its person left the workspace.",
    filter: "This version doesn’t know its filters.",
  },
  remove: (name: string, why: string) => `Remove “${name}”. ${why}`,
});

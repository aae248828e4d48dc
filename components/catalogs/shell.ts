import { catalog, plural } from "#platform/catalog.ts";

/** The frame around the dashboard's pages: navigation, connection, notifications, time. */
export const shellCopy = catalog("shell", {
  mainNavigation: "Main",
  inbox: "Inbox",
  unread: (count: number) => `${count} unread`,
  waiting: "Waiting",
  people: "People",
  reports: "Reports",
  inAll: (count: number) => `${count} in all`,
  settings: "Settings",
  account: "Account",
  switchWorkspace: "Switch workspace",
  currentWorkspace: (name: string) => `Workspace ${name}. Switch workspace`,
  createWorkspace: "Create workspace",
  skipToContent: "Skip to content",
  roleTitle: "Your role doesn’t allow this",
  roleHint: "Ask an admin.",
  notFoundTitle: "Not found",
  notFoundHint: "It was deleted, or you don’t have access to it.",

  logOut: "Log out",
  switchTheme: "Switch theme",
  help: "Help",
  logOutAnyway: "Log out anyway",
  unsavedDrafts:
    "A draft is only in this browser and couldn’t be saved. Copy it first, or log out again to discard it.",
  unsentReplies: (count: number) =>
    plural(count, {
      one: "1 reply hasn’t been sent yet and will be lost.",
      other: "# replies haven’t been sent yet and will be lost.",
    }),

  waitsOffline: "You’re offline. This page opens when you’re back.",
  waitsForServer: "Site Inbox isn’t responding. This page opens when it’s back.",
  backOnline: "You’re back online.",
  openPage: "Open page",

  offlineSince: (time: string) => `You’ve been offline since ${time}.`,
  noConnectionSince: (time: string) => `No connection since ${time}.`,
  offlineWith: (time: string) => `You’re offline. This is what was here at ${time}.`,
  noConnectionWith: (time: string) => `Site Inbox isn’t responding. This is what was here at ${time}.`,
  syncsWhenOnline: "You can keep replying. Messages are sent and loaded when you’re back online.",
  syncsWhenConnected: "You can keep replying. Messages are sent and loaded when the connection is back.",
  loadingNews: "You’re connected again. Loading new messages.",
  upToDate: "You’re connected again, and everything is up to date.",

  offlineTitle: "You’re offline",
  offlineHint: "Site Inbox opens when you’re back online.",
  unreachableTitle: "Site Inbox isn’t responding",
  unreachableHint: "Your data is safe. Try again in a moment.",
  chooseOffline:
    "You can read the conversations you opened last, and reply to them. Replies are sent when you’re back online.",

  newMessages: (count: number) => plural(count, { one: "1 new message", other: "# new messages" }),
  inConversations: (count: number) => plural(count, { one: "In 1 conversation", other: "In # conversations" }),
  turnOnNotifications: "Turn on notifications",
  turnOffNotifications: "Turn off notifications",
  notNow: "Not now",
  notificationsBlocked:
    "Your browser blocks notifications from this page. To allow them, open the site settings next to the address.",
  notificationsUnavailable: "This browser can’t show notifications here. They need an address that starts with https.",
});

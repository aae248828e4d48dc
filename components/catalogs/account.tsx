import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The account page. */
export const accountCopy = catalog("account", {
  title: "Account",
  emailPasswordHint: "Enter your password to change your email.",

  visitorName: {
    title: "In this workspace",
    label: "Name visitors see",
    hint: "Shown with your replies on sites that show who replies. If you leave it empty, your account name is shown.",
  },

  preferences: {
    title: "Dashboard",
    theme: { label: "Theme", options: { system: "System", light: "Light", dark: "Dark" } },
    listDensity: { label: "List", options: { comfortable: "Comfortable", compact: "Compact" } },
    afterClosing: { label: "After closing a conversation", options: { next: "Open the next one", stay: "Stay" } },
    holdSeconds: {
      label: "Undo send",
      hint: "A reply waits this long after you press Send, so that you can take it back.",
      option: (seconds: number) => (seconds === 0 ? "Off" : `${seconds} s`),
    },
    checklist: "Show checklist",
    checklistHint: "The first steps, shown in the inbox until they’re done.",
  },

  passwordTitle: "Password",
  passwordHint: "Changing it logs you out on all other devices. API keys keep working.",
  currentPassword: "Current password",
  changePassword: "Change password",
  passwordChanged: "Password changed. All other sessions were revoked.",

  sessionsTitle: "Sessions",
  sessionsHint: "Where this account is logged in. A session expires 30 days after its last renewal.",
  unknownDevice: "Unknown device",
  thisDevice: "This device",
  lastUsed: (time: ReactNode) => <>Last used {time}</>,
  loggedIn: (time: ReactNode) => <>logged in {time}</>,
  revoke: "Revoke",
  revokeSession: (device: string, time: string) => `Revoke ${device}, logged in ${time}`,
  sessionRevoked: (device: string) => `${device} was logged out.`,
  sessionsRevoked: "All other sessions were revoked.",
  revokeOthers: "Revoke all other sessions",
  revokeOthersTitle: "Revoke all other sessions?",
  revokeOthersHint:
    "Every other browser and app that uses this account is logged out immediately. This one stays logged in.",
  revokeSessions: "Revoke sessions",

  keysTitle: "API keys",
  keysHint: "Let your scripts and apps use the API. A key works until you revoke it, and can’t change this account.",
  noKeys: "No API keys yet.",
  created: (time: ReactNode) => <>created {time}</>,
  keyLastUsed: (time: ReactNode) => <>last used {time}</>,
  keyUnused: "not used yet",
  revokeKey: (name: string, hint: string) => `Revoke ${name}, ending in ${hint}`,
  revokeKeyTitle: (name: ReactNode) => <>Revoke {name}?</>,
  revokeKeyHint:
    "Whatever uses this key stops working immediately. This can’t be undone, but you can create a new key.",
  revokeKeyAction: "Revoke key",
  keyRevoked: (name: string) => `${name} was revoked.`,
  apiReference: "API reference",
  keyName: "Key name",
  keyNameHint: "So you can recognize it, for example “Nightly report”.",
  permissions: "Permissions",
  scopes: {
    read: { name: "Read", hint: "View sites, conversations and messages." },
    write: { name: "Read and write", hint: "Also reply to visitors, and change conversations and sites." },
    manage: {
      name: "Manage",
      hint: "Also export, delete and erase, manage identity secrets, webhooks and channels, and view activity and failed deliveries.",
    },
  },
  createKey: "Create key",
  tooManyKeys: "You have 50 API keys, which is the maximum. Revoke one to create another.",
  newKey: "New API key",
  apiKey: "API key",
  storeKey: "Store it with your app’s secrets, and send it in the header Authorization: Bearer.",

  deleteTitle: "Delete account",
  deleteHint: "Permanently deletes your account and all its data.",
  deleteAccount: "Delete account",
  deleteAccountTitle: "Delete your account?",
  deleteAccountHint:
    "Your sites and all their conversations, messages and visitors are erased, and the widget disappears from your pages. You’re logged out everywhere. This can’t be undone.",
  lastOwner: (workspaces: ReactNode) => (
    <>Other people use {workspaces}, and you’re the only owner. Transfer ownership or delete the workspace first.</>
  ),
  confirmEmailLabel: "Your email, to confirm",
  otherEmail: (email: string) => `This isn’t your account’s email. Enter ${email}.`,
});

import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** Logging in with passkeys. */
export const passkeysCopy = catalog("passkeys", {
  logIn: "Log in with a passkey",
  notLoggedIn: "You weren’t logged in. Try again, or use your password.",
  logInRefused: "This passkey no longer works. It may have been removed. Log in with your password.",

  title: "Passkeys",
  hint: "Log in with your fingerprint, face or PIN instead of your password and code.",
  none: "You have no passkeys yet.",
  unavailable:
    "Passkeys need https and a host name, so they can’t be used here. Ask your administrator to set up both.",
  elsewhere: (origin: string) => `To add a passkey, open Site Inbox at ${origin}.`,
  unsupported: "This browser can’t use passkeys.",
  passwordFirst: "Set a password before you add a passkey.",
  works: (host: ReactNode) => <>Works on {host}</>,
  worksElsewhere: (host: ReactNode) => <>Only works on {host}</>,
  unused: "never used",

  add: "Add passkey",
  addTitle: "Add a passkey",
  addHint: "Your device will then ask for your fingerprint, face or PIN.",
  name: "Name",
  nameHint: "Helps you recognize it in the list.",
  added: (name: string) => `The passkey ${name} was added.`,
  notAdded: "No passkey was added.",
  known: "This device already has a passkey for your account. Use that one, or add one on another device.",
  noPin: "This device can’t ask for a fingerprint, face or PIN. Set one up, or use another device.",
  notAllowed: "The browser doesn’t allow passkeys here. Open Site Inbox at its usual address and try again.",
  failed: "The passkey couldn’t be used. Nothing was changed. Try again, or use another device.",
  tooLate: "This took too long, or your account changed in the meantime. Nothing was added. Try again.",
  tooMany: "You already have 20 passkeys, or this one. Remove one to add another.",

  remove: "Remove",
  removeNamed: (name: string) => `Remove the passkey ${name}`,
  removeTitle: (name: ReactNode) => <>Remove the passkey {name}?</>,
  removeHint: "It stops working, but open sessions continue. Delete it on your device too.",
  removeAction: "Remove passkey",
  removed: (name: string) => `The passkey ${name} was removed.`,
});

import { catalog } from "#platform/catalog.ts";

/** What many pages say. */
export const commonCopy = catalog("common", {
  cancel: "Cancel",
  save: "Save",
  saved: "Saved.",
  tryAgain: "Try again",
  copy: "Copy",
  copied: "Copied",
  copyByHand: "The text is selected. Press Ctrl+C or ⌘C to copy it.",
  optional: "(optional)",
  name: "Name",
  email: "Email",
  password: "Password",
  newPassword: "New password",
  yourPassword: "Your password",
  passwordHint: "At least 8 characters.",
  wrongPassword: "This isn’t your password.",
  logIn: "Log in",
  openInbox: "Open inbox",
  opensInNewTab: "(opens in a new tab)",
  shownOnce: "Copy it now. It won’t be shown again.",
  doneSaving: "Done, I’ve saved it",
  notFoundTitle: "Not found",
  failedTitle: "This page couldn’t be loaded",
  failedHint: "Something went wrong on our side. Nothing is lost. Try again in a moment.",
});

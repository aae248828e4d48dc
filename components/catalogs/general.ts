import { catalog } from "#platform/catalog.ts";

/** What many pages say. */
export const generalCopy = catalog("general", {
  cancel: "Cancel",
  close: "Close",
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
  logIn: "Log in",
  openInbox: "Open inbox",
  justNow: "just now",
  inLastHour: "in the last hour",
  inLastTwoHours: "in the last two hours",
  opensInNewTab: "(opens in a new tab)",
  shownOnce: "Copy it now. It won’t be shown again.",
  doneSaving: "Done, I’ve saved it",
  loopbackAddress:
    "This address works only on this computer. Set BASE_URL to your public address in .env, then restart the service.",
  notFoundTitle: "Not found",
  failedTitle: "This page couldn’t be loaded",
  failedInBrowser: (error: string) =>
    `The page failed in your browser (${error}). Your data is safe. If it fails again, reload the page.`,
  failedInService: (errorId: string) =>
    `The service couldn’t create this page. Your data is safe. Try again in a moment. To report this, quote the error ID ${errorId}.`,
  needsJavaScript: "This page needs JavaScript. Turn it on in your browser’s settings, then reload the page.",
  undo: "Undo",
  undoKey: "(Z)",
});

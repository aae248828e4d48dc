import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** A site's chat on a page of its own. */
export const chatCopy = catalog("chat", {
  title: "Chat",
  notFoundTitle: "Chat not found",
  notFoundHint: "The address may be mistyped, or the chat no longer exists. Open the chat on the site’s pages.",
  continueTitle: "Continue your conversation",
  continueHint: (site: ReactNode) => (
    <>This opens your chat with {site} in this browser and keeps it there. The link works once.</>
  ),
  openChat: "Open chat",
  failedTitle: "The chat couldn’t be opened",
  goneTitle: "This link no longer works",
  goneHint:
    "It works once, in one browser, within 7 days. If you already used it, open the chat in that browser. Otherwise, start a new conversation on the site’s pages.",
});

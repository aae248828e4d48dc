import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

const characters = (count: number) => plural(count, { one: "1 character", other: "# characters" });

/** Where an owner writes a reply. */
export const composerCopy = catalog("composer", {
  replyTo: (visitor: ReactNode) => <>Reply to {visitor}</>,
  reply: "Reply",
  send: "Send",
  moreWays: "More ways to send",
  sendAndClose: "Send and close",
  sendAndCloseKeys: (isMac: boolean) => (isMac ? "⌘ Shift Enter" : "Ctrl Shift Enter"),
  closesLater: "We’ll send your reply and close the conversation when you’re back online.",
  sendHint: "Shift+Enter for a new line",
  closedHint: "Reply to reopen",
  fillIn: (blank: ReactNode) => <>Fill in “{blank}” to send.</>,
  charactersLeft: (count: number) => plural(count, { one: "1 character left", other: "# characters left" }),
  charactersOver: (count: number) => `${characters(count)} too many`,
  tooLong: (count: number) => `Too long by ${characters(count)}.`,
  savedReplies: "Saved replies",
  otherDraft: "You also wrote this on another device:",
  addOtherDraft: "Add to this text",
  discardOtherDraft: "Discard",
  emoji: "Emoji",
  emojiSearch: "Search emoji",
  noEmoji: "No emoji found.",
  emojiFound: (count: number) => plural(count, { one: "1 emoji", other: "# emoji" }),
  format: "Format",
  formatMore: "You can also type:",
  exampleList: "- list",
  exampleQuote: "> quote",
  exampleLink: "[label](https://…)",
  bold: "Bold",
  italic: "Italic",
  code: "Code",
});

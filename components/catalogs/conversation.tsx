import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** The open conversation: its header, its messages and the visitor's panel. */
export const conversationCopy = catalog("conversation", {
  more: "More",
  markUnread: "Mark unread",
  close: "Close",
  reopen: "Reopen",
  noReplyNeeded: "No reply needed",
  replyNeeded: "Reply needed",
  markSpam: "Mark as spam",
  notSpam: "Not spam",
  blockVisitor: "Block visitor",
  unblockVisitor: "Unblock visitor",
  exportVisitor: "Export visitor",
  exportVisitorFiles: "Export with files",
  delete: "Delete",
  eraseVisitor: "Erase visitor",
  otherOpen: "Not reopened. This visitor already has an open conversation, and can only have one.",
  closedToast: "Closed.",
  settledToast: "No reply needed.",
  notSettled:
    "Not changed: the visitor has written again or no longer waits, or someone else is changing it right now.",
  notLeft: "The previous conversation wasn’t changed. Open it and try again.",
  spamToast: "Marked as spam.",
  deletedToast: "Deleted.",
  erasedToast: (removed: string | undefined) => (removed === undefined ? "Erased." : `Erased: ${removed}.`),
  notUndone: "Not undone. This visitor already has an open conversation.",
  openOther: "Open that conversation",

  // In the command menu, where nothing else says what they're about.
  commands: {
    reply: "Reply",
    close: "Close this conversation",
    reopen: "Reopen this conversation",
    noReplyNeeded: "This needs no reply",
    replyNeeded: "This needs a reply",
    markUnread: "Mark this conversation unread",
    delete: "Delete this conversation",
    deleteMessage: "Delete a message",
    markSpam: "Mark this conversation as spam",
    notSpam: "Mark this conversation as not spam",
    block: "Block this visitor",
    unblock: "Unblock this visitor",
  },

  messages: "Messages",
  you: "You",
  automatic: "Sent automatically",
  spoken: (visitor: string, text: string) => `${visitor}: ${text}`,
  loadEarlier: "Load earlier messages",
  loadingEarlier: "Loading earlier messages",
  earlierFailed: "Earlier messages couldn’t be loaded. They aren’t lost. Try again.",
  greeting: (text: ReactNode) => <>The visitor replied to the greeting “{text}”</>,
  newMessages: (count: number) => plural(count, { one: "1 new message", other: "# new messages" }),
  isTyping: (visitor: ReactNode) => <>{visitor} is typing</>,

  states: {
    waiting: "Waiting to be sent",
    sending: "Sending",
    sent: "Sent",
    seen: "Seen",
    failed: "Not sent",
    rejected: "Not sent",
  },
  edit: "Edit",
  unsent: {
    offline: "Not sent yet. You’re offline. We’ll send it when you’re back.",
    unreachable: "Not sent yet. Site Inbox can’t be reached. We’ll send it as soon as we reconnect.",
    unavailable: "Not sent yet. Site Inbox isn’t available right now. We’ll send it as soon as it is.",
    tooManyRequests: (when: string) => `Not sent yet. Too many messages at once. We’ll send it ${when}.`,
    otherOpen: "Not sent. This visitor already has another open conversation, and can only have one.",
    deleted: "Not sent. This conversation was deleted.",
    sessionEnded: "Not sent. Your session has expired. We’ll send it when you’ve logged in again.",
    changed: "Not sent. Edit it, then send it again.",
    manyWait: "Not sent. If many of your replies wait in this conversation, send or discard one. Then try again.",
    invalid: "Not sent. The message contains something that can’t be sent. Edit it, then send it again.",
    fileGone: "Not sent. A file is no longer available. Edit the message, attach the file again, then send it.",
    failed: "Not sent. Something went wrong on our side. Your reply is kept.",
  },

  draftKept: "Your draft is kept.",
  markedSpam: "Marked as spam. It’s out of your inbox, and new messages in it don’t notify you.",
  blockedNotice: "You blocked this visitor.",
  unblock: "Unblock",
  deletedNotice: "This conversation was deleted.",
  goneNotice: "This conversation was deleted, or you no longer have access to it.",
  unsentDraft: "Your reply wasn’t sent. Copy it if you need it:",

  blockTitle: (visitor: ReactNode) => <>Block {visitor}?</>,
  blockHint:
    "New messages from them on this site are rejected, and their chat no longer opens. They aren’t told why. Visitors merged with them are blocked too. Earlier messages stay here, and you can unblock them at any time.",
  blockAddress: "Also block their network address",
  blockAddressHint:
    "So they can’t return as a new visitor. This also blocks everyone else at that address, such as a home or an office.",

  deleteTitle: (visitor: ReactNode) => <>Delete the conversation with {visitor}?</>,
  deleteHint: "All its messages are deleted, for you and the visitor. This can’t be undone.",
  deleteConversation: "Delete conversation",

  deleteMessage: "Delete message",
  deleteAMessage: "Delete a message",
  chooseMessage: "Choose the message to delete.",
  chooseOwnMessage: "Choose which of your messages to delete.",
  chosen: "Done",
  deleteMessageTitle: "Delete this message?",
  deleteMessageHint:
    "Its text and files are deleted for you and the visitor. Your team still sees who deleted it. Emails and notifications that were already sent can’t be taken back. This can’t be undone.",
  youDeleted: (at: ReactNode) => <>You deleted this message, {at}</>,
  deletedBy: (name: ReactNode, at: ReactNode) => (
    <>
      {name} deleted this message, {at}
    </>
  ),
  takenBack: (at: ReactNode) => <>The visitor took this message back, {at}. Notifications may have shown it.</>,

  eraseTitle: (visitor: ReactNode) => <>Erase {visitor}?</>,
  eraseHint: (others: number) =>
    others === 0
      ? "All conversations with this visitor, their messages, files, name, email and page addresses are erased, for you and for them. They’ll start with an empty chat. This can’t be undone."
      : `All conversations with this visitor and the ${plural(others, { one: "1 other visitor", other: "# other visitors" })} merged with them, their messages, files, names, emails and page addresses are erased, for you and for them. They’ll start with an empty chat. This can’t be undone.`,
  eraseChanged:
    "Someone was merged with them or taken out again meanwhile. Nothing was erased. See who they are now, then confirm again.",
  eraseLabel: (word: string) => `Type “${word}” to confirm`,
  eraseWord: "erase",
  eraseMismatch: (word: string) => `Type “${word}” to confirm.`,
});

/** What the keys do, as the dialog shows it. */
export const SHORTCUTS: { group: string; shortcuts: { keys: string[]; words: string }[] }[] = [
  {
    group: "The list",
    shortcuts: [
      { keys: ["j"], words: "Next conversation" },
      { keys: ["k"], words: "Previous conversation" },
      { keys: ["Enter"], words: "Open it" },
    ],
  },
  {
    group: "The open conversation",
    shortcuts: [
      { keys: ["r"], words: "Reply" },
      { keys: ["e"], words: "Close, or reopen" },
      { keys: ["u"], words: "Mark unread" },
      { keys: ["Enter"], words: "Send the reply" },
      { keys: ["Shift", "Enter"], words: "New line in the reply" },
    ],
  },
  {
    group: "Everywhere",
    shortcuts: [
      { keys: ["/"], words: "Search the inbox" },
      { keys: ["Ctrl", "K"], words: "Find a visitor, a site, a page or an action" },
      { keys: ["?"], words: "These shortcuts" },
    ],
  },
];

/** The shortcuts as a keyboard of this kind has them. */
export const keyName = (key: string, isMac: boolean) => (key === "Ctrl" && isMac ? "⌘" : key);

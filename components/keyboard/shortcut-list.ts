import { keyboardCopy } from "#components/catalogs/keyboard.ts";

/** What the keys do, as the dialog shows it. */
export const SHORTCUTS: { group: string; shortcuts: { keys: string[]; words: string }[] }[] = [
  {
    group: keyboardCopy.list,
    shortcuts: [
      { keys: ["j"], words: keyboardCopy.next },
      { keys: ["k"], words: keyboardCopy.previous },
      { keys: ["Enter"], words: keyboardCopy.openIt },
    ],
  },
  {
    group: keyboardCopy.openConversation,
    shortcuts: [
      { keys: ["r"], words: keyboardCopy.reply },
      { keys: ["e"], words: keyboardCopy.toggle },
      { keys: ["u"], words: keyboardCopy.markUnread },
      { keys: ["Enter"], words: keyboardCopy.sendReply },
      { keys: ["Shift", "Enter"], words: keyboardCopy.newLine },
    ],
  },
  {
    group: keyboardCopy.everywhere,
    shortcuts: [
      { keys: ["/"], words: keyboardCopy.search },
      { keys: ["Ctrl", "K"], words: keyboardCopy.menuPlaceholder },
      { keys: ["?"], words: keyboardCopy.theseShortcuts },
    ],
  },
];

/** The shortcuts as a keyboard of this kind has them. */
export const keyName = (key: string, isMac: boolean) => (key === "Ctrl" && isMac ? "⌘" : key);

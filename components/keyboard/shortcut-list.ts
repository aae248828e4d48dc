import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { triageCopy } from "#components/catalogs/triage.tsx";

type Shortcuts = { group: string; shortcuts: { keys: string[]; words: string }[] };

/** Returns the shortcuts as the dialog lists them, with those of several people in a shared workspace. */
export const shortcutsOf = ({ isShared }: { isShared: boolean }): Shortcuts[] => [
  {
    group: keyboardCopy.list,
    shortcuts: [
      { keys: ["j"], words: keyboardCopy.next },
      { keys: ["k"], words: keyboardCopy.previous },
      { keys: ["Enter"], words: keyboardCopy.openIt },
      { keys: ["x"], words: keyboardCopy.select },
      { keys: ["Shift", "↓"], words: keyboardCopy.selectMore },
      { keys: ["Ctrl", "a"], words: keyboardCopy.selectAll },
    ],
  },
  {
    group: keyboardCopy.openConversation,
    shortcuts: [
      { keys: ["r"], words: keyboardCopy.reply },
      { keys: ["n"], words: keyboardCopy.note },
      { keys: ["e"], words: keyboardCopy.toggle },
      { keys: ["d"], words: keyboardCopy.settle },
      { keys: ["u"], words: keyboardCopy.markUnread },
      { keys: ["s"], words: triageCopy.star },
      { keys: ["b"], words: triageCopy.snooze },
      { keys: ["l"], words: triageCopy.labels },
      ...(isShared
        ? [
            { keys: ["t"], words: assignmentCopy.take },
            { keys: ["Shift", "t"], words: assignmentCopy.giveBack },
            { keys: ["a"], words: assignmentCopy.assign },
          ]
        : []),
      { keys: ["!"], words: keyboardCopy.markSpam },
      { keys: ["z"], words: keyboardCopy.undo },
      { keys: ["Enter"], words: keyboardCopy.sendReply },
      { keys: ["Ctrl", "Shift", "Enter"], words: keyboardCopy.sendAndClose },
      { keys: ["Shift", "Enter"], words: keyboardCopy.newLine },
      { keys: ["Ctrl", "E"], words: keyboardCopy.switchMode },
      { keys: ["Ctrl", "B"], words: composerCopy.bold },
      { keys: ["Ctrl", "I"], words: composerCopy.italic },
      { keys: ["Ctrl", "Shift", "E"], words: composerCopy.code },
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

import type { KeyboardEvent } from "react";
import { commandKey, hasModifier, isCommandHeld, isComposing } from "#client/pressed-key.ts";
import type { Blank } from "./blanks.ts";
import { markOf } from "./marks.ts";
import type { Suggestions } from "./use-suggestions.ts";

type Actions = {
  suggestions: Suggestions;
  blanks: readonly Blank[];
  onBlank: (blank: Blank) => void;
  onMark: (mark: string) => void;
  /** Switches between reply and note. */
  onSwitch: () => void;
  onSend: (then?: "close") => void;
  /** Sends the reply that's held back, if nothing new is written. */
  onSendAnyway: (() => void) | undefined;
};

/** Does what a key of the box is for, unless it only types. */
export function pressKey(event: KeyboardEvent<HTMLTextAreaElement>, actions: Actions) {
  const { Picker, hasList, keys, enteredAhead } = actions.suggestions;
  if (isComposing(event.nativeEvent)) return;
  if (Picker === undefined && event.key === "Enter") {
    enteredAhead.current = true;
    return event.preventDefault();
  }
  if (hasList && keys.current?.press(event)) return event.preventDefault();
  if (event.key === "Tab") return pressTab(event, actions);
  if (event.key === "Escape") return event.currentTarget.blur();
  const mark = markOf(event.nativeEvent);
  const isHeld = isCommandHeld(event);
  const isSwitch = !event.shiftKey && commandKey(event.nativeEvent) === "e";
  const closes = event.shiftKey && isHeld;
  const isSending = event.key === "Enter" && (isHeld || !hasModifier(event)) && (!event.shiftKey || closes);
  if (!mark && !isSwitch && !isSending) return;
  event.preventDefault();
  if (event.repeat) return;
  if (mark) actions.onMark(mark);
  else if (isSwitch) actions.onSwitch();
  else if (actions.onSendAnyway && isHeld) actions.onSendAnyway();
  else actions.onSend(closes ? "close" : undefined);
}

/** Goes to the next blank. */
function pressTab(event: KeyboardEvent<HTMLTextAreaElement>, { blanks, onBlank }: Actions): void {
  const { selectionEnd } = event.currentTarget;
  const next = blanks.find(({ start }) => start >= selectionEnd);
  if (event.shiftKey || !next) return;
  event.preventDefault();
  onBlank(next);
}

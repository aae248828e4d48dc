type KeyPress = Pick<KeyboardEvent, "key" | "code" | "isComposing"> & {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
};

/**
 * Returns the key as shortcuts name it: its character, or on keyboards without Latin letters, the letter in that
 * position. Undefined with a modifier, which belongs to the browser or the system.
 */
export function pressedKey({ key, code, ctrlKey, metaKey, altKey, isComposing }: KeyPress): string | undefined {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : undefined;
}

/** Whether it's Ctrl+K, or Cmd+K on a Mac. */
export function isMenuKey({ key, code, ctrlKey, metaKey, altKey, repeat }: KeyPress): boolean {
  return ctrlKey !== metaKey && !altKey && !repeat && (key.toLowerCase() === "k" || code === "KeyK");
}

/** Whether it's Ctrl and a letter, or Cmd on a Mac, where Ctrl moves the caret. */
export function isCommandKey({ key, ctrlKey, metaKey, altKey, repeat }: KeyPress, letter: string): boolean {
  const isHeldDown = isMacKeyboard() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isHeldDown && !altKey && !repeat && key.toLowerCase() === letter;
}

export const isMacKeyboard = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns a key's name on this kind of keyboard. */
export const keyName = (key: string, isMac: boolean) => (key === "Ctrl" && isMac ? "⌘" : key);

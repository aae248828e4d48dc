type Held = { ctrlKey: boolean; metaKey: boolean; altKey: boolean };
type KeyPress = Held & Pick<KeyboardEvent, "key" | "code" | "isComposing" | "keyCode">;

export const isMacKeyboard = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns a key's name on this kind of keyboard. */
export const keyName = (key: string, isMac: boolean) => (key === "Ctrl" && isMac ? "⌘" : key);

/** Whether an input method handles the key, which may pick a word there. Safari shows that by key code 229 alone. */
export const isComposing = (press: Pick<KeyboardEvent, "isComposing" | "keyCode">) =>
  press.isComposing || press.keyCode === 229;

/** Whether Ctrl is held, or Cmd on a Mac, where Ctrl belongs to the system. With Alt, some keyboards type characters. */
export const isCommandHeld = ({ ctrlKey, metaKey, altKey }: Held) =>
  !altKey && (isMacKeyboard() ? metaKey && !ctrlKey : ctrlKey && !metaKey);

/** Returns the letter or sign of a key that's held with Ctrl, or with Cmd on a Mac, as shortcuts name it. */
export const commandKey = (press: KeyPress): string | undefined =>
  isCommandHeld(press) && !isComposing(press) ? characterOf(press) : undefined;

export const hasModifier = ({ ctrlKey, metaKey, altKey }: Held) => ctrlKey || metaKey || altKey;

/** Returns the letter or sign of a key that's pressed alone or with Shift, as shortcuts name it. */
export const pressedKey = (press: KeyPress): string | undefined =>
  hasModifier(press) || isComposing(press) ? undefined : characterOf(press);

/** Whether a key writes a character other than a space. AltGr counts as Ctrl and Alt on some systems. */
export const isTextKey = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  /^\S$/u.test(key) && (isMacKeyboard() ? !ctrlKey && !metaKey : ctrlKey === altKey && !metaKey);

/**
 * Returns a key by what's printed on it. Its position counts only if its layout has no Latin letters: on others, another
 * key has that letter.
 */
function characterOf({ key, code }: KeyPress): string | undefined {
  // Turkish keyboards print I on the key of the dotless ı.
  const cap = key.toUpperCase();
  if (/^[!-~]$/.test(cap)) return cap.toLowerCase();
  const isOfAnotherScript = /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  return isOfAnotherScript && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : undefined;
}

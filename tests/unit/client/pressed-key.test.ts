import { expect, test } from "@playwright/test";
import { commandKey, isCommandHeld, isComposing, isTextKey, pressedKey } from "#client/pressed-key.ts";

const press = (key: string, more = {}) => ({
  key,
  code: "",
  keyCode: 0,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

function onMac(run: () => void): void {
  const own = Object.getOwnPropertyDescriptor(navigator, "userAgent");
  Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (Macintosh)", configurable: true });
  try {
    run();
  } finally {
    if (own) Object.defineProperty(navigator, "userAgent", own);
    else Reflect.deleteProperty(navigator, "userAgent");
  }
}

test("a key is named by its character, even if that needs Shift or Caps Lock", () => {
  expect(pressedKey(press("j"))).toBe("j");
  expect(pressedKey(press("?"))).toBe("?");
  expect(pressedKey(press("J"))).toBe("j");
});

test("a key is named by its position if its layout has no Latin letters", () => {
  const letters = { о: "J", ت: "J", ы: "S", σ: "S", ק: "E", "ั": "Y", ㅓ: "J", لا: "B" };
  for (const [key, letter] of Object.entries(letters)) {
    expect(pressedKey(press(key, { code: `Key${letter}` })), key).toBe(letter.toLowerCase());
    expect(commandKey(press(key, { code: `Key${letter}`, ctrlKey: true })), key).toBe(letter.toLowerCase());
  }
});

test("a Latin layout's letters count, wherever they are, and its other letters are no shortcuts", () => {
  const layouts = [
    ["Dvorak", "t", "KeyK", "t"],
    ["Colemak", "e", "KeyK", "e"],
    ["bépo", "s", "KeyK", "s"],
    ["AZERTY", "a", "KeyQ", "a"],
    ["bépo", "é", "KeyW", undefined],
    ["German", "ü", "BracketLeft", undefined],
    ["Turkish", "ı", "KeyI", "i"],
    ["Hebrew", "/", "KeyQ", "/"],
  ] as const;
  for (const [layout, key, code, name] of layouts) {
    expect(pressedKey(press(key, { code })), layout).toBe(name);
    expect(commandKey(press(key, { code, ctrlKey: true })), layout).toBe(name);
  }
});

test("keys with a modifier, named keys, and those of an input method are no single-key shortcuts", () => {
  for (const modifier of ["ctrlKey", "metaKey", "altKey", "isComposing"]) {
    expect(pressedKey(press("r", { [modifier]: true }))).toBeUndefined();
  }
  for (const key of ["Enter", "Dead", "Process", "Unidentified", "F5", " "]) {
    expect(pressedKey(press(key, { code: "KeyE" })), key).toBeUndefined();
  }
  expect(isComposing(press("r", { keyCode: 229 }))).toBe(true);
  expect(pressedKey(press("r", { keyCode: 229 }))).toBeUndefined();
});

test("commands take Ctrl, and on a Mac Cmd, where Ctrl is the system's; no other modifier may be held", () => {
  const ctrl = press("k", { ctrlKey: true });
  const cmd = press("K", { metaKey: true });
  expect([commandKey(ctrl), commandKey(cmd)]).toEqual(["k", undefined]);
  onMac(() => expect([commandKey(ctrl), commandKey(cmd)]).toEqual([undefined, "k"]));
  const both = press("k", { ctrlKey: true, metaKey: true });
  const altGr = press("€", { code: "KeyE", ctrlKey: true, altKey: true });
  for (const wrong of [press("k"), both, altGr]) {
    expect([isCommandHeld(wrong), commandKey(wrong)]).toEqual([false, undefined]);
    onMac(() => expect([isCommandHeld(wrong), commandKey(wrong)]).toEqual([false, undefined]));
  }
});

test("a key writes text with AltGr and with Option on a Mac, and doesn't with Ctrl, Cmd or Alt alone", () => {
  expect(isTextKey(press("a"))).toBe(true);
  expect(isTextKey(press("@", { ctrlKey: true, altKey: true }))).toBe(true);
  for (const no of [
    press("a", { ctrlKey: true }),
    press("a", { altKey: true }),
    press("a", { metaKey: true }),
    press(" "),
    press("Tab"),
  ]) {
    expect(isTextKey(no)).toBe(false);
  }
  onMac(() => expect(isTextKey(press("@", { altKey: true }))).toBe(true));
});

import { expect, test } from "@playwright/test";
import { isMenuKey, pressedKey } from "#components/keyboard/pressed-key.ts";

const press = (key: string, more = {}) => ({
  key,
  code: "",
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
});

test("names a key by its character, even if that needs Shift", () => {
  expect(pressedKey(press("j"))).toBe("j");
  expect(pressedKey(press("?"))).toBe("?");
  expect(pressedKey(press("J"))).toBe("j");
});

test("names a key by its position if the keyboard's characters aren't Latin", () => {
  expect(pressedKey(press("о", { code: "KeyJ" }))).toBe("j");
  expect(pressedKey(press("ت", { code: "KeyJ" }))).toBe("j");
});

test("ignores keys with a modifier, and those of an input method", () => {
  for (const modifier of ["ctrlKey", "metaKey", "altKey", "isComposing"]) {
    expect(pressedKey(press("r", { [modifier]: true }))).toBeUndefined();
  }
  expect(pressedKey(press("Enter"))).toBeUndefined();
});

test("opens the menu with Ctrl+K or Cmd+K, and no further modifier", () => {
  expect(isMenuKey(press("k", { ctrlKey: true }))).toBe(true);
  expect(isMenuKey(press("K", { metaKey: true }))).toBe(true);
  expect(isMenuKey(press("л", { code: "KeyK", ctrlKey: true }))).toBe(true);
  expect(isMenuKey(press("k"))).toBe(false);
  expect(isMenuKey(press("k", { ctrlKey: true, altKey: true }))).toBe(false);
  expect(isMenuKey(press("k", { ctrlKey: true, repeat: true }))).toBe(false);
});

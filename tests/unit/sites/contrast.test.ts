import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { contrast, textColorOn, visibleOn } from "#lib/sites/sites/contrast.ts";

test("dark colors get white text, and light ones black", () => {
  expect(textColorOn("#000000")).toBe("#ffffff");
  expect(textColorOn("#2563eb")).toBe("#ffffff");
  expect(textColorOn("#FFFFFF")).toBe("#000000");
  expect(textColorOn("#ffd400")).toBe("#000000");
});

test("every color reaches 4.5:1, so the button and the visitor's messages are readable", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, "0")}`;
      expect(contrast(color, textColorOn(color))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

test("a color that can't be seen on a background is mixed until it has 3:1, and one that can stays as it is", {
  tag: "@all",
}, () => {
  expect(visibleOn("#2563eb", "#fffefc")).toBe("#2563eb");
  expect(visibleOn("#000000", "#1c1b19")).toMatch(/^#(..)\1\1$/);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), fc.constantFrom("#1c1b19", "#fffefc"), (value, background) => {
      const color = `#${value.toString(16).padStart(6, "0")}`;
      const shown = visibleOn(color, background);
      expect(contrast(shown, background)).toBeGreaterThanOrEqual(3);
      if (contrast(color, background) >= 3) expect(shown).toBe(color);
      expect(contrast(shown, textColorOn(shown))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

test("the contrast of two colors is WCAG's", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ff0000", "#0000ff")).toBeCloseTo(2.15, 2);
});

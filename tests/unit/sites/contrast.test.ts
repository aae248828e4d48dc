import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { textColorOn } from "#lib/sites/contrast.ts";

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

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const value = Number.parseInt(color.slice(1), 16);
  const channels = [value >> 16, (value >> 8) & 255, value & 255].map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
}

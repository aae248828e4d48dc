import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { previewOf } from "#lib/desk/messages/rules.ts";
import { messageText } from "#lib/desk/messages/schema.ts";
import { anyLetter } from "../../support/any-letter.ts";

test.describe("previewOf", () => {
  const cases: [body: string, preview: string][] = [
    ["Hello", "Hello"],
    ["  a \r\n\t b\u00a0c\u2028d ", "a b c d"],
    ["x".repeat(140), "x".repeat(140)],
    ["x".repeat(141), `${"x".repeat(140)}…`],
    ["**Hi**,\n- `a`\n- [b](https://b.example)", "Hi, - a - b (b.example)"],
    ["****", "****"],
    ["😀".repeat(141), `${"😀".repeat(140)}…`],
  ];
  for (const [body, preview] of cases) {
    test(`of ${JSON.stringify(body.slice(0, 20))} with ${body.length} units`, () =>
      expect(previewOf(body)).toBe(preview));
  }

  test("is one line of 1 to 141 characters for every message, as the table requires", () => {
    const anyMessage = fc
      .string({ unit: anyLetter, maxLength: 400 })
      .filter((text) => messageText.safeParse(text).success);
    fc.assert(
      fc.property(anyMessage, (body) => {
        const preview = previewOf(body);
        expect([...preview].length).toBeGreaterThanOrEqual(1);
        expect([...preview].length).toBeLessThanOrEqual(141);
        expect(preview).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(preview.isWellFormed()).toBe(true);
      }),
    );
  });
});

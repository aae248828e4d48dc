import { expect, test } from "@playwright/test";
import { emojiOf, findEmoji } from "#platform/formatted-text/emoji-codes.ts";

test("each emoji has a code that's shown as it, and is found by parts of it", () => {
  const all = findEmoji("");
  expect(all.length).toBeGreaterThan(150);
  for (const { id, emoji } of all) {
    expect(id).toMatch(/^[a-z0-9_+-]{1,32}$/);
    expect(emoji).toMatch(/^\p{Emoji}/u);
    expect(emojiOf(id)).toBe(emoji);
  }
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
  expect(findEmoji("Heart eyes").map(({ emoji }) => emoji)).toEqual(["😍"]);
  expect(findEmoji(":tad")).toEqual([{ id: "tada", emoji: "🎉" }]);
  expect(findEmoji("nothing like it")).toEqual([]);
  expect(emojiOf("__proto__")).toBeUndefined();
});

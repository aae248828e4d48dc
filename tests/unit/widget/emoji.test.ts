import { expect, test } from "@playwright/test";
import { isFewEmoji } from "../../../widget/panel/emoji.ts";

test("finds one to three emoji, of however many parts each is made", () => {
  for (const text of ["👍", "❤️", "👨‍👩‍👧‍👦", "🇫🇷 🇯🇵", "👍🏽👍🏽👍🏽", " 🎉\n", "1️⃣"])
    expect(isFewEmoji(text)).toBe(true);
});

test("takes for text what is text: more of them, words, digits, signs that are letters too", () => {
  for (const text of ["", " ", "👍👍👍👍", "👍 ok", "3", "©", "™", "#", "a"]) expect(isFewEmoji(text)).toBe(false);
});

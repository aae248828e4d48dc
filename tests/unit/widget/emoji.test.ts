import { expect, test } from "@playwright/test";
import { isFewEmoji } from "../../../widget/panel/emoji.ts";

test("recognizes one to three emoji, of any number of parts each", () => {
  for (const text of ["👍", "❤️", "👨‍👩‍👧‍👦", "🇫🇷 🇯🇵", "👍🏽👍🏽👍🏽", " 🎉\n", "1️⃣"])
    expect(isFewEmoji(text)).toBe(true);
});

test("treats more emoji, words, digits and signs that are letters as text", () => {
  for (const text of ["", " ", "👍👍👍👍", "👍 ok", "3", "©", "™", "#", "a"]) expect(isFewEmoji(text)).toBe(false);
});

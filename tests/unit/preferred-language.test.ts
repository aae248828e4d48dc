import { expect, test } from "@playwright/test";
import { preferredLanguage } from "#platform/preferred-language.ts";

const prefer = (accepted: string | null) => preferredLanguage(accepted, ["ar", "de", "en", "fr"]);

test("the browser's most preferred available language is used", () => {
  expect(prefer("de-AT,de;q=0.9,en;q=0.5")).toBe("de");
  expect(prefer("sv, fr;q=0.4, ar;q=0.8")).toBe("ar");
  expect(prefer("FR")).toBe("fr");
});

test("falls back to English if none of them is available, or the header is invalid", () => {
  for (const accepted of [null, "", "sv", "*", "de;q=x, <script>", ";;;,"]) expect(prefer(accepted)).toBe("en");
});

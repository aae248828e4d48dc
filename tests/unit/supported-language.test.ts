import { expect, test } from "@playwright/test";
import { supportedLanguage } from "#platform/supported-language.ts";

for (const tag of ["C", "POSIX", "en-US@posix", "en_US", "", "x", "*", "de-".repeat(50)]) {
  test(`an unsupported browser language, ${JSON.stringify(tag).slice(0, 20)}, gives way to the next one`, () => {
    expect(supportedLanguage([tag, "de-AT"])).toBe("de-AT");
  });
}

test("the first language with date formats is used", () => {
  expect(supportedLanguage(["tlh", "pt-BR", "en"])).toBe("pt-BR");
  expect(supportedLanguage(["EN-us"])).toBe("en-US");
});

test("without a supported language, dates are in English", () => {
  expect(supportedLanguage(["C"])).toBe("en");
  expect(supportedLanguage([])).toBe("en");
});

import { expect, test } from "@playwright/test";
import { fieldWords } from "#components/api/field-words.ts";

test("a form words the API's rules as what to do, with the name of the field if it's empty", () => {
  const shown = [
    ["name", "must not be blank"],
    ["appearance.starterQuestions.0", "must not be blank"],
    ["password", "must be at least 8 characters"],
    ["welcomeMessage", "must be at most 1800 characters"],
    ["escalation.minutes", "must be a whole number from 1 to 1440, or null"],
    ["email", "must be an email address"],
    ["address", "must be an IPv4 address or its /24 or /16"],
    ["words.2", "must have a letter or a digit"],
    ["accentColor", "must be # and six hexadecimal digits"],
    ["name", "must not begin or end with a space"],
    ["timeZone", "unknown zone"],
  ].map(([path = "", message = ""]) => fieldWords(path, message));
  expect(shown).toEqual([
    "Enter a name.",
    "Fill this in.",
    "Use at least 8 characters.",
    "Use at most 1,800 characters.",
    "Enter a number from 1 to 1,440.",
    "Enter an email address, such as name@example.com.",
    "Enter an IPv4 address or its /24 or /16.",
    "Use a letter or a digit.",
    "This must be # and six hexadecimal digits.",
    "This must not begin or end with a space.",
    "Unknown zone.",
  ]);
});

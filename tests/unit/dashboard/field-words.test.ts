import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { fieldWords } from "#components/api/field-words.ts";

test("a form words the API's rules as what to do, with the name of the field if it's empty", () => {
  for (const [path, message, sentence] of [
    ["name", "must not be blank", "Enter a name."],
    ["appearance.starterQuestions.0", "must not be blank", "Fill this in."],
    ["currentPassword", "is required to change the email address", "Enter your password."],
    ["code", "is required, because the account has two-factor login", "Enter the code."],
    ["password", "must be at least 8 characters", "Use at least 8 characters."],
    ["welcomeMessage", "must be at most 1800 characters", "Use at most 1,800 characters."],
    ["currentPassword", "Too big: expected string to have <=2048 characters", "Use at most 2,048 characters."],
    ["starterQuestions", "must be at most 3 questions", "Use at most 3 questions."],
    ["words", "must be at most 200", "Use at most 200 lines."],
    ["escalation.minutes", "must be a whole number from 1 to 1440, or null", "Enter a number from 1 to 1,440."],
    ["activityDays", "must be at least 7", "Enter 7 or more."],
    ["appearance.offsetX", "Too big: expected number to be <=200", "Enter 200 or less."],
    ["appearance.offsetX", "Too small: expected number to be >=0", "Enter 0 or more."],
    ["appearance.offsetX", "must be an int", "Enter a whole number."],
    ["emailCardMinutes", "must be a whole number of minutes, or null", "Enter a whole number."],
    ["email", "must be an email address", "Enter an email address, such as name@example.com."],
    ["address", "must be an IPv4 address or its /24 or /16", "Enter an IPv4 address or its /24 or /16."],
    ["words.2", "must have a letter or a digit", "Use a letter or a digit."],
    ["accentColor", "must be # and six hexadecimal digits", "Enter # and six hexadecimal digits, such as #2563eb."],
    ["name", "must not begin or end with a space", "Remove the space at the beginning or end."],
    ["name", "must be the workspace's name", "Enter the workspace’s name."],
    ["body", "{{visitr.name}} isn't a variable", "{{visitr.name}} isn’t a variable. Correct or remove it."],
    ["url", "must begin with https://", "Enter an address that begins with https://."],
    ["quietHours.until", "must differ from `from`", "Choose an end that’s different from the beginning."],
    ["snooze.until", "must be a time in the next 366 days, or null", "Choose a time in the next 366 days."],
    ["events", "must name at least one event", "Choose at least one event."],
    ["code", "This code was used already. Wait for the next one", "This code was used already. Wait for the next one."],
    ["timeZone", "unknown zone", "Unknown zone."],
  ] as const) {
    expect(fieldWords(path, message), message).toBe(sentence);
  }
});

const FOR_PEOPLE = /^(Enter|Use|Choose|Fill|Remove|End|Mention|Visitors|This passkey) .+[^.]\.$/;
const OF_THE_API = /null|`|\b(string|int|UTC|field)\b/;

// What the dashboard's controls can't send: another choice, another type, an id, a device's or a program's value.
const NOT_OF_FORMS = [
  /^must be (?:true|false)|^must be a UUID$|^must be waiting$|^must be shown or clicked$/,
  /^must be (one of )?\$\{.+\.join\(", "\)\}$/,
  /^must be ([\w ]+, )*[\w ]+ or [\w ]+$/,
  /together with after|in base64url|^must be base64url$|read marks as read/,
  /^must be a file name|^must have an id$|^must have at (least|most) .+ ids?$|^must be given, or filter|^must not add what it removes$/,
  /^must not contain a (file|kind|language|label) twice$|^must have a question, or be null$|^must be starred, noted, or|^must name each event once$|hexadecimal digits$(?<!# and six hexadecimal digits)/,
  // What the widget sends.
  /^must name questions of the site of kind text$|^must be 1 to \$\{perSite\} answers$/,
  // What a page's script or a server sends.
  /^must be 1 to \$\{perSource\} attributes$|^must have other names/,
  /^must be at most \$\{DAYS_MAX\} days after from/,
  /^must be 1 to 7$|^must be a minute of the day$|^must be a number of seconds$|^must be an action of the log$/,
  /a picture's hash and|percent-encoded|visible ASCII|there's an invitationId$|^must be .*\$\{issue\.expected\}$/,
];

test("every rule that a form can break has words for people", () => {
  const sources = globSync(["lib/**/*.ts", "platform/{http,outgoing}/*.ts", "platform/text.ts"]).map((path) =>
    readFileSync(path, "utf8"),
  );
  const rules = sources.flatMap((source) =>
    [...source.matchAll(/"((?:must |is required)[^"\n]*)"|`(must [^`\n]*)`/g)].map(
      ([, text, template]) => text ?? template ?? "",
    ),
  );
  const ofForms = [...new Set(rules)].filter((rule) => !NOT_OF_FORMS.some((pattern) => pattern.test(rule)));
  expect(ofForms.length).toBeGreaterThan(30);
  const unclear = ofForms.flatMap((rule) => {
    const sentence = fieldWords("field", rule.replace(/\$\{[^}]*\}/g, "7"));
    return FOR_PEOPLE.test(sentence) && !OF_THE_API.test(sentence) ? [] : [`${rule}: ${sentence}`];
  });
  expect(unclear).toEqual([]);
});

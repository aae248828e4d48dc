import { expect, test } from "@playwright/test";
import { findChoices, groupChoices } from "#components/keyboard/find-choices.ts";

const choice = (label: string, group = "Conversations", detail?: string) => ({
  id: label,
  group,
  label,
  detail,
  run: () => undefined,
});
const labels = (choices: { label: string }[]) => choices.map(({ label }) => label);

const choices = [choice("Ana María", "Conversations", "ana@shop.example"), choice("Jonas"), choice("Account", "Pages")];

test("finds without regard to case and accents, because people type neither", () => {
  expect(labels(findChoices(choices, "maria", 5))).toEqual(["Ana María"]);
});

test("finds by every word, in any order, in the name and the email address", () => {
  expect(labels(findChoices(choices, "shop ana", 5))).toEqual(["Ana María"]);
  expect(labels(findChoices(choices, "shop jonas", 5))).toEqual([]);
});

test("puts what begins with the words first", () => {
  const found = findChoices([choice("Close"), choice("Open it"), choice("Reopen"), choice("Open all")], "open", 5);
  expect(labels(found)).toEqual(["Open it", "Open all", "Reopen"]);
});

test("offers everything for no words, at most so many of a group", () => {
  expect(labels(findChoices(choices, " ", 1))).toEqual(["Ana María", "Account"]);
});

test("groups the choices in the order in which the groups come", () => {
  expect(groupChoices(choices).map(({ group }) => group)).toEqual(["Conversations", "Pages"]);
});

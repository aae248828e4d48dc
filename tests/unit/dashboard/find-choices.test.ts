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

test("ignores case and accents", () => {
  expect(labels(findChoices(choices, "maria", 5))).toEqual(["Ana María"]);
});

test("matches every word, in any order, in the name and the email address", () => {
  expect(labels(findChoices(choices, "shop ana", 5))).toEqual(["Ana María"]);
  expect(labels(findChoices(choices, "shop jonas", 5))).toEqual([]);
});

test("ranks choices that start with the words first", () => {
  const found = findChoices([choice("Close"), choice("Open it"), choice("Reopen"), choice("Open all")], "open", 5);
  expect(labels(found)).toEqual(["Open it", "Open all", "Reopen"]);
});

test("offers everything without words, up to a maximum per group", () => {
  expect(labels(findChoices(choices, " ", 1))).toEqual(["Ana María", "Account"]);
});

test("groups the choices in the groups' own order", () => {
  expect(groupChoices(choices).map(({ group }) => group)).toEqual(["Conversations", "Pages"]);
});

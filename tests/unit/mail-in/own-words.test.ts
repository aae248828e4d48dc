import { expect, test } from "@playwright/test";
import { htmlLines } from "#platform/mail-in/html-lines.ts";
import { keepOwnWords } from "#platform/mail-in/own-words.ts";
import { plainLines } from "#platform/mail-in/plain-lines.ts";
import { ATTRIBUTIONS, HEADERS, QUOTES } from "./attributions.ts";

const FENCE = "Reply to this email, and Jane gets your answer.";
const TOKEN = "abcdefghijklmnopqrstuvwx23";
const ALERT = ["New message on shop.example", "Label: canarylabel", "Open the conversation:"];
const of = {
  said: ["Do you ship to Norway? I need it by the 12th of the month, at the latest.", "And how much is it?"],
  fence: FENCE,
  host: "inbox.example",
  alert: ALERT,
};
const keep = (text: string) => keepOwnWords(plainLines(text), of);

const QUOTE = [FENCE, ...ALERT, `https://inbox.example/w/1/inbox/2#${TOKEN}`, ...of.said];
const marked = QUOTE.map((line) => `> ${line}`).join("\n");

test("a reply above the quote is sent, without the quote and the signature", () => {
  for (const [, attribution] of ATTRIBUTIONS) {
    expect(keep(`Yes, we do.\n\nSent from my iPhone\n\n${attribution}\n${marked}`)).toEqual({
      text: "Yes, we do.",
      isSafe: true,
    });
  }
  for (const [, rows] of HEADERS) {
    expect(keep(`Yes, we do.\n-- \nBob\n\n${rows}\n\n${QUOTE.join("\n")}`)).toEqual({
      text: "Yes, we do.",
      isSafe: true,
    });
  }
});

for (const [client, html] of QUOTES) {
  test(`a reply from ${client} is sent without anything of the alert`, () => {
    const alert = QUOTE.map((line) => `<div>${line}</div>`).join("");
    const { text, isSafe } = keepOwnWords(htmlLines(html.replace("Q1", alert)).lines, of);
    expect([text, isSafe]).toEqual(["Yes", true]);
  });
}

test("of quoted lines between own ones, only the visitor's are sent", () => {
  expect(
    keep(`> ${FENCE}\n> Label: canarylabel\n> Do you ship to Norway?\nYes.\n> And how much is it?\nTen.\n${marked}`),
  ).toEqual({
    text: "> Do you ship to Norway?\nYes.\n> And how much is it?\nTen.",
    isSafe: true,
  });
});

test("the visitor's line is sent as the client wrapped it", () => {
  const wrapped = "> Do you ship to Norway? I need it\n> by the 12th of the month, at the latest.\n\nYes.";
  expect(keep(wrapped)).toEqual({ text: wrapped, isSafe: true });
});

test("a sentence of the alert isn't safe, though the visitor wrote it too", () => {
  const said = [...of.said, `Open this: ${ALERT[1]}`];
  const kept = keepOwnWords(plainLines(`> ${ALERT[1]}\nYes.`), { ...of, said });
  expect(kept).toEqual({ text: `> ${ALERT[1]}\nYes.`, isSafe: false });
});

test("many or long quoted lines and a long conversation take little time", () => {
  const said = ["Hello", `${"word ".repeat(700)}end`, ...Array.from({ length: 98 }, () => "a".repeat(4_000))];
  const start = process.threadCpuUsage();
  for (const [count, half] of [
    [4_000, 95],
    [310, 1_600],
  ] as const) {
    const quoted = Array.from({ length: count }, () => `> ${"a".repeat(half)}b${"a".repeat(half)}`).join("\n");
    const { text } = keepOwnWords(plainLines(`> ${said[1]}\n> Hello\n${quoted}\n\nYes.`), { ...of, said });
    expect(text).toBe(`> ${said[1]}\n> Hello\n\nYes.`);
  }
  expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(2_000);
});

const UNSAFE: [why: string, text: string][] = [
  ["the service's host", "See https://INBOX.example/x"],
  ["a reply address", `Write to in+${TOKEN}@a.example`],
  ["a reply address in upper case", `Write to IN+${TOKEN.toUpperCase()}@A.EXAMPLE`],
  ["a token of a link", "See #aB3dEfGhIjKlMnOpQrStUvWxYz0123456789-_aBcD"],
  ["a line of the alert", "I got this:\nLabel: canarylabel"],
  ["a line of the alert, wrapped", "Yes\nNew message on\nshop.example"],
  ["a quote without marks and without the sentence", `Yes\n\n${HEADERS[0]?.[1]}\n\nHello`],
  ["something like the start of a quote", "Yes\n-----Original Message-----\nHello"],
];

for (const [why, text] of UNSAFE) {
  test(`a reply isn't safe with ${why}`, () => {
    expect(keep(text).isSafe).toBe(false);
  });
}

test("a reply without a quote is safe, also with long words and the visitor's own line", () => {
  for (const text of [
    "Yes.",
    "And how much is it? Ten.",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "https://shop.example/products/a-very-long-name-of-a-product-that-goes-on",
    "It's 26 letters: abcdefghijklmnopqrstuvwxyz",
  ]) {
    expect(keep(text)).toEqual({ text, isSafe: true });
  }
});

import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { foldMail } from "#platform/mail-in/fold.ts";
import type { MailLine } from "#platform/mail-in/parsed-mail.ts";
import { plainLines } from "#platform/mail-in/plain-lines.ts";
import { SEPARATOR_LANGUAGES } from "#platform/mail-in/separators.ts";
import { ATTRIBUTIONS, HEADERS, ORIGINALS, SENT_FROM } from "./attributions.ts";

const FENCE = "Reply to this email, and Jane gets your answer.";
const fold = (text: string, fence: string | null = null) => foldMail(plainLines(text), fence);

test("separators are known in 26 languages and more", () => {
  expect(SEPARATOR_LANGUAGES.length).toBeGreaterThanOrEqual(26);
});

for (const [language, attribution] of ATTRIBUTIONS) {
  test(`"On … wrote:" and the quote below it are folded (${language})`, () => {
    for (const gap of ["\n", "\n\n"]) {
      const { shown, quoted, isInline, isSure } = fold(`Thanks!\n\n${attribution}${gap}> Hello\n> there`);
      expect({ shown, quoted, isInline, isSure }).toEqual({
        shown: "Thanks!",
        quoted: `${attribution}${gap}> Hello\n> there`,
        isInline: false,
        isSure: true,
      });
    }
  });
}

for (const [language, rows] of HEADERS) {
  test(`a header and all below it are folded, also without marks (${language})`, () => {
    for (const above of ["", "________________________________\n", "-----Original Message-----\n"]) {
      const { shown, quoted, isSure } = fold(`Thanks!\n\n${above}${rows}\n\nHello\n\nthere`);
      expect([shown, quoted, isSure]).toEqual(["Thanks!", `${above}${rows}\n\nHello\n\nthere`, true]);
    }
  });
}

for (const separator of ORIGINALS) {
  test(`"${separator}" is text if it's alone, and begins a quote if a header or a quote follows`, () => {
    const alone = fold(`One\n${separator}\nTwo`);
    expect([alone.shown, alone.isSure]).toEqual([`One\n${separator}\nTwo`, false]);
    expect(fold(`One\n\n${separator}\nFrom: Jane\n\nTwo`)).toMatchObject({ shown: "One" });
    expect(fold(`One\n\n${separator}\n\n> Two`)).toMatchObject({ shown: "One" });
  });
}

for (const line of SENT_FROM) {
  test(`"${line}" is the signature at the end, and text elsewhere`, () => {
    expect(fold(`Thanks!\n\n${line}`)).toMatchObject({ shown: "Thanks!", signature: line });
    expect(fold(`Thanks!\n\n${line}\n\n${ATTRIBUTIONS[0]?.[1]}\n> Hello`)).toMatchObject({
      shown: "Thanks!",
      signature: line,
    });
    expect(fold(`${line}\nis what it says`)).toMatchObject({ signature: "" });
  });
}

const KEPT: [why: string, text: string][] = [
  ["dashes", "Three options:\n-----\nred\n-----\nblue"],
  ["a line with From:", "From: Berlin\nTo: Paris\nDate: May 3\nHow much is it?"],
  ["a wrote: without a quote", "My sister wrote:\nI like it"],
  ["a signature of 16 lines", `Hello\n-- \n${Array.from({ length: 16 }, (_, at) => `line ${at}`).join("\n")}`],
  ["a delimiter in the middle", `-- \n${"own\n".repeat(20)}`.trim()],
  ["a word that begins with From", "Fromage: good\nTomato: good\nSubjects: none"],
];

for (const [why, text] of KEPT) {
  test(`text of the sender is shown: ${why}`, () => {
    expect(fold(text)).toMatchObject({ shown: text, quoted: "", signature: "", isInline: false });
  });
}

test("replies between quoted lines are shown with these, and only the last quote is folded", () => {
  const [, attribution] = ATTRIBUTIONS[0] ?? [];
  const text = `${attribution}\n> First?\n\nYes.\n\n> Second?\n\nNo.\n\n> Bye\n> Jane`;
  expect(fold(text)).toEqual({
    shown: `${attribution}\n> First?\n\nYes.\n\n> Second?\n\nNo.`,
    quoted: "> Bye\n> Jane",
    signature: "",
    isInline: true,
    isSure: true,
  });
});

test("a reply below the quote is shown with it", () => {
  expect(fold("On Nov 3, 2023, Jane wrote:\n> First?\n\nYes.\n-- \nBob")).toEqual({
    shown: "On Nov 3, 2023, Jane wrote:\n> First?\n\nYes.",
    quoted: "",
    signature: "-- \nBob",
    isInline: true,
    isSure: true,
  });
});

test("a mail without own lines shows nothing", () => {
  expect(fold("On Nov 3, 2023, Jane wrote:\n> First?")).toMatchObject({ shown: "", isSure: true });
  expect(fold("")).toEqual({ shown: "", quoted: "", signature: "", isInline: false, isSure: true });
});

test("the signature is above the quote, and may begin with --", () => {
  expect(fold("Yes\n\n--\nBob\nACME\n\nOn Nov 3, 2023, Jane wrote:\n> First?")).toMatchObject({
    shown: "Yes",
    signature: "--\nBob\nACME",
    quoted: "On Nov 3, 2023, Jane wrote:\n> First?",
  });
});

test("a client's marks begin a quote and a signature", () => {
  const lines: MailLine[] = [
    { text: "Yes", depth: 0 },
    { text: "Bob", depth: 0, starts: "signature" },
    { text: "Jane at ten:", depth: 0, starts: "quote" },
    { text: "First?", depth: 0 },
  ];
  expect(foldMail(lines, null)).toMatchObject({ shown: "Yes", signature: "Bob", quoted: "Jane at ten:\nFirst?" });
  const inline: MailLine[] = [
    { text: "Jane at ten:", depth: 0, starts: "quote" },
    { text: "First?", depth: 1 },
    { text: "Yes", depth: 0 },
  ];
  expect(foldMail(inline, null)).toMatchObject({ shown: "Jane at ten:\n> First?\nYes", isInline: true });
});

test.describe("the sentence that begins our mails", () => {
  const shapes: [shape: string, quote: string, isSure: boolean][] = [
    ["as it is", `${FENCE}\nBob asked something`, true],
    ["wrapped", "Reply to this email,\nand Jane\ngets your answer.\nBob asked something", true],
    ["with marks", `**${FENCE}**\nBob asked something`, true],
    ["below an attribution without marks on the quote", `On Nov 3, 2023, Inbox wrote:\n\n${FENCE}\nBob asked`, true],
    ["below an attribution of another language", `Inbox <in@a.example> shkroi më 3.11.2023:\n${FENCE}\nBob`, true],
    ["below something that may begin a quote", `Nga: Inbox\n\nMesazhi i plotë:\n${FENCE}\nBob asked`, false],
  ];
  for (const [shape, quote, isSure] of shapes) {
    test(`folds all below it: ${shape}`, () => {
      const folded = fold(`Yes, it is.\n\n${quote}\n\nmore`, FENCE);
      expect(folded.isSure).toBe(isSure);
      expect(folded.shown).not.toContain("Bob");
      expect(folded.shown).not.toContain("more");
      if (isSure) expect(folded.shown).toBe("Yes, it is.");
    });
  }

  test("in a quote with marks leaves own lines below it", () => {
    const folded = fold(`> ${FENCE}\n> Bob asked\n\nYes.`, FENCE);
    expect(folded).toMatchObject({ isInline: true, isSure: true });
    expect(folded.shown).toContain("Yes.");
  });

  test("makes a quote without it unsure, if that has no marks", () => {
    expect(fold(`Yes\n\n${HEADERS[0]?.[1]}\n\nHello`, FENCE)).toMatchObject({ shown: "Yes", isSure: false });
    expect(fold("Yes\n\nOn Nov 3, 2023, Inbox wrote:\n> Hello", FENCE)).toMatchObject({ shown: "Yes", isSure: true });
    expect(fold("Yes", FENCE)).toMatchObject({ shown: "Yes", isSure: true });
  });
});

test("what a client left of a quoted line that it wrapped makes the fold unsure", () => {
  const long = "> a quoted line that is as long as a line of a mail usually is, and then some";
  expect(fold(`${long}\nmore\n> and so on\n\nYes`)).toMatchObject({ isInline: true, isSure: false });
  expect(fold("> short?\nYes\n> and so on?\nNo")).toMatchObject({ isInline: true, isSure: true });
  // Below our own sentence, also at the end of the quote.
  for (const more of ["more", "more\n\nYes", `${"more ".repeat(15)}\nmore\n\nYes`, "more\nYes"]) {
    expect(fold(`> ${FENCE}\n${long}\n${more}`, FENCE).isSure).toBe(false);
  }
  expect(fold(`> ${FENCE}\n${long}\n\n\nYes`, FENCE).isSure).toBe(true);
  expect(fold(`> ${FENCE}\n> short?\nYes`, FENCE).isSure).toBe(true);
});

const word = fc.constantFrom("a", "b1", "Jane", "jane@a.example", "10:00", "wrote:", "From:", "To:", "Subject:", "-- ");
const line = fc.oneof(
  fc.array(word, { maxLength: 6 }).map((words) => words.join(" ")),
  fc.constantFrom(
    ...ATTRIBUTIONS.map(([, text]) => text),
    ...HEADERS.map(([, text]) => text),
    ...ORIGINALS,
    ...SENT_FROM,
  ),
  fc.constantFrom(FENCE, "Reply to this email, and", "Jane gets your answer.", "________________", "-----", "--", ""),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const mailLine = fc.record({
  text: line.map((text) => text.replaceAll(/[\r\n]/g, " ")),
  depth: fc.constantFrom(0, 0, 0, 1, 2),
  starts: fc.constantFrom<MailLine["starts"][]>(undefined, undefined, undefined, undefined, "quote", "signature"),
});

const wordsOf = (text: string) => text.split("\n").flatMap((one) => one.replace(/^(?:> ?)+/, "").match(/\S+/g) ?? []);

test("every word of a mail is in exactly one part, and the words of each part are in the mail's order", {
  tag: "@all",
}, () => {
  fc.assert(
    fc.property(fc.array(mailLine, { maxLength: 30 }), fc.constantFrom(null, FENCE), (found, fence) => {
      // A mark at the start of a line's own text would be read as one that the fold wrote.
      const lines = found.map(({ text, depth, starts }) => ({
        text: text.replace(/^[\s>]+/, ""),
        depth,
        ...(starts && { starts }),
      }));
      const all = lines.flatMap(({ text }) => text.match(/\S+/g) ?? []);
      const { shown, quoted, signature } = foldMail(lines, fence);
      const parts = [shown, quoted, signature].map(wordsOf);
      expect(parts.flat().toSorted()).toEqual(all.toSorted());
      for (const part of parts) {
        let at = -1;
        for (const one of part) {
          at = all.indexOf(one, at + 1);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("folding takes time in proportion to the mail", { tag: "@all" }, () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => ["From: a", "> q", "wrote:", "", "-- "][at % 5] ?? "");
  const before = process.cpuUsage();
  fold(lines.join("\n"), FENCE);
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

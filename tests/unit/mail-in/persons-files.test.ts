import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { areFilesSafe, personsFiles } from "#lib/notify/mail-in/persons-files.ts";
import type { MailPart } from "#platform/mail-in/parsed-mail.ts";
import { plainLines } from "#platform/mail-in/plain-lines.ts";

const FENCE = "Reply to this email, and your reply is sent straight to Jane.";
const alert = { fence: FENCE, host: "inbox.example", alert: ["Open conversation"] };

const part = (name: string, mediaType: string, more: Partial<MailPart> = {}): MailPart => ({
  ...{ name, mediaType, size: 1, path: "", isQuoted: false, isSignature: false },
  ...more,
});
const filesOf = (parts: MailPart[], text = "Yes") => personsFiles({ lines: plainLines(text), parts }, FENCE);

test("emails and other versions of the text aren't sent as files, and are named", () => {
  const mails = [
    part("other-version.txt", "text/plain"),
    part("message.html", "text/html"),
    part("message.eml", "message/rfc822"),
    part("more-parts.eml", "message/rfc822"),
    part("Re: Hi", "message/rfc822"),
    part("Re Hi.EML", "application/octet-stream"),
    part("Re Hi.msg", "application/octet-stream"),
    part("Hi", "application/vnd.ms-outlook"),
    part("winmail.dat", "application/octet-stream"),
    part("tnef.bin", "application/ms-tnef"),
  ];
  const plan = part("plan.pdf", "application/pdf");
  const { parts, leftOut } = filesOf([...mails, plan]);
  expect(parts).toEqual([plan]);
  expect(leftOut).toEqual(mails.map(({ name, size }) => ({ name, size, reason: "mail" })));
});

test("pictures below the alert's first sentence are quoted, though nothing else marks the quote", () => {
  const text = `Yes\nplease\n\n${FENCE}\n\nHello\n`;
  const shown = (line: number, depth = 0) => part("a.png", "image/png", { shownAt: [{ depth, line }] });
  const { parts } = filesOf([shown(1), shown(5), shown(1, 1), part("b.png", "image/png")], text);
  expect(parts.map(({ isQuoted }) => isQuoted)).toEqual([false, true, true, false]);
  const signing = part("a.asc", "text/plain", { isSignature: true, shownAt: [{ depth: 0, line: 1 }] });
  expect(filesOf([signing], text).parts).toMatchObject([{ isSignature: true }]);
});

async function isSafe(...contents: [content: string | Buffer, mediaType?: string][]): Promise<boolean> {
  const parts = contents.map(async ([content, mediaType = "application/octet-stream"], at) => {
    const path = join(test.info().outputPath(), `part-${at}-${Math.random()}`);
    await writeFile(path, content);
    return part("notes", mediaType, { path, size: content.length });
  });
  return areFilesSafe(await Promise.all(parts), alert);
}

const UNSAFE: [what: string, ...file: Parameters<typeof isSafe>[number]][] = [
  ["the first sentence", `Hi\n> Reply to this email, and\n> your reply is sent straight to Jane.`],
  ["a sentence in HTML", "<html><p>Open&nbsp;<b>conver</b>sation</p></html>", "text/html"],
  ["the host", "https://INBOX.example/w/1"],
  ["a reply address", "in+abcdefghijklmnopqrstuvwx23@in.example"],
  ["a sentence in UTF-16", Buffer.from(`\ufeff${FENCE}`, "utf16le")],
  ["a sentence in windows-1252", Buffer.from(`Größe\n${FENCE}`, "latin1"), "text/plain"],
  ["a sentence within the first mebibyte", `${"word ".repeat(100_000)}\n${FENCE}\n${"word ".repeat(200_000)}`],
];
for (const [what, ...file] of UNSAFE) {
  test(`a text file isn't safe with ${what}`, async () => {
    expect(await isSafe(["Hello"], file)).toBe(false);
  });
}

test("other files are safe, and more text than is read isn't", async () => {
  expect(await isSafe(["Hello"], ["a,b\n1,2", "text/csv"], [Buffer.from(`\0${FENCE}`)])).toBe(true);
  const long = "some words \n".repeat(100_000);
  expect(await isSafe([long])).toBe(true);
  const start = process.threadCpuUsage();
  expect(await isSafe([long], [long], [long], [long], [long])).toBe(false);
  expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(10_000);
});

test("quoted files aren't read", async () => {
  expect(await areFilesSafe([part("a.txt", "text/plain", { isQuoted: true, path: "/nowhere" })], alert)).toBe(true);
});

import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "@playwright/test";
import { foldMail } from "#platform/mail-in/fold.ts";
import { parseMail, parseProcessId } from "#platform/mail-in/parse-mail.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { NASTY_MAILS, nastyMail, writeNastyMail } from "../../support/nasty-mails.ts";

const MAILS = join(import.meta.dirname, "..", "..", "mails");
const FILES = await readdir(MAILS);
const NAMES = FILES.filter((file) => file.endsWith(".eml")).map((file) => basename(file, ".eml"));

/** A folder for a mail's files, in the same one for all: the process is only kept for mails with the same folder around theirs. */
async function newFolder(): Promise<string> {
  const { project, workerIndex } = test.info();
  const around = join(project.outputDir, `parsed-mails-${workerIndex}`);
  await mkdir(around, { recursive: true });
  return mkdtemp(join(around, "parts-"));
}
const parse = async (name: string): Promise<ParsedMail> => parseFile(join(MAILS, `${name}.eml`));

async function parseFile(path: string, signal = AbortSignal.timeout(60_000)): Promise<ParsedMail> {
  return parseMail(path, await newFolder(), signal);
}

test("there are at least 50 mails of many clients", () => {
  expect(NAMES.length).toBeGreaterThan(50);
});

for (const name of NAMES) {
  test(`the mail ${name} shows what its sender wrote, and nothing of it is lost`, async () => {
    const mail = await parse(name);
    const expected = await readFile(join(MAILS, `${name}.txt`), "utf8");
    const { shown, quoted, signature, isInline, isSure } = foldMail(mail.lines, null);
    expect(shown).toBe(expected.trimEnd());
    // Rows of a text's own look like those of a header.
    expect(isSure).toBe(name !== "dashes");
    expect(isInline).toBe(/inline|bottom|signed|list-footer/.test(name) && /QUOTED/.test(expected));
    const source = await readFile(join(MAILS, `${name}.eml`), "latin1");
    const isReadable = /QUOTED/.test(source);
    if (isReadable && !/QUOTED/.test(shown)) expect(quoted).toContain("QUOTED");
    expect(`${shown}${quoted}${signature}`).not.toContain("HIDDEN");
    expect(mail.isWhole).toBe(true);
  });
}

test("addresses, subject, id and date are read", async () => {
  expect(await parse("gmail-de")).toMatchObject({
    from: [{ name: "Jane Doe", address: "jane@visitor.example" }],
    fromFields: 1,
    recipients: ["inbox+abcdefghijklmnopqrstuvwx23@shop.example"],
    subject: "Re: Größe",
    date: "Fri, 3 Nov 2023 10:00:00 +0100",
    headerId: "m@visitor.example",
    machine: null,
    report: null,
  });
  expect(await parse("two-from")).toMatchObject({ fromFields: 2, from: [{ name: "Jane Doe" }, { name: "Boss" }] });
  expect(await parse("no-headers")).toMatchObject({
    fromFields: 0,
    from: [],
    headerId: null,
    date: "",
    subject: "bare",
  });
});

type Part = [name: string, mediaType: string, mark?: "quoted" | "signature"];
const PARTS: Record<string, Part[]> = {
  "gmail-top": [],
  "apple-picture-between": [["photo.png", "image/png"]],
  "mutt-signed": [["signature.asc", "application/pgp-signature", "signature"]],
  "smime-signed": [["smime.p7s", "application/pkcs7-signature", "signature"]],
  "smime-encrypted": [["smime.p7m", "application/pkcs7-mime"]],
  "pgp-encrypted": [
    ["version.asc", "application/pgp-encrypted"],
    ["encrypted.asc", "application/octet-stream"],
  ],
  invitation: [["invitation.ics", "text/calendar"]],
  winmail: [["winmail.dat", "application/ms-tnef"]],
  "mail-attached": [["Offer.eml", "message/rfc822"]],
  "picture-only": [["photo.png", "image/png"]],
  "no-end": [["photo.png", "image/png"]],
  "picture-in-signature": [
    ["logo.png", "image/png", "signature"],
    ["theirs.png", "image/png", "quoted"],
    ["mine.png", "image/png"],
  ],
  names: [
    ["Angebot für Jane.pdf", "application/pdf"],
    ["日本語.txt", "application/octet-stream"],
    ["pass wd", "application/octet-stream"],
  ],
  "versions-differ": [["other-version.txt", "text/plain"]],
  "dsn-exchange": [["message.eml", "message/rfc822"]],
};

for (const [name, parts] of Object.entries(PARTS)) {
  test(`the files of the mail ${name} are in the folder`, async () => {
    const mail = await parse(name);
    expect(
      mail.parts.map(({ name: file, mediaType, isQuoted, isSignature }) => [
        file,
        mediaType,
        ...(isQuoted ? ["quoted"] : []),
        ...(isSignature ? ["signature"] : []),
      ]),
    ).toEqual(parts);
    for (const part of mail.parts) expect(await readFile(part.path)).toHaveLength(part.size);
    expect(mail.isEncrypted).toBe(/encrypted/.test(name));
  });
}

test("delivery reports and other mails of programs are recognized", async () => {
  expect(await parse("dsn-postfix")).toMatchObject({
    machine: "report",
    report: {
      envelopeId: "0199aabb",
      headerId: "sent-1@shop.example",
      of: [{ address: "jane@visitor.example", original: "jane@visitor.example", action: "failed", status: "5.1.1" }],
    },
  });
  expect(await parse("dsn-exchange")).toMatchObject({
    machine: "report",
    report: { envelopeId: null, headerId: "sent-2@shop.example", of: [{ status: "5.1.10" }] },
  });
  expect(await parse("out-of-office")).toMatchObject({ machine: "auto", report: null });
  expect(await parse("list-footer")).toMatchObject({ machine: "list" });
});

test("of 100 generated mails, each word is in exactly one part, and no quote is shown as the sender's", async () => {
  const path = test.info().outputPath("generated.eml");
  for (let seed = 0; seed < 100; seed += 1) {
    const { raw, own, quoted, files, isInline } = nastyMail(seed, { from: "jane@v.example", to: "inbox@shop.example" });
    await writeFile(path, raw);
    const mail = await parseFile(path);
    const folded = foldMail(mail.lines, null);
    const all = `${folded.shown}\n${folded.quoted}\n${folded.signature}`;
    const count = (text: string, word: string) => text.split(word).length - 1;
    for (const word of own)
      expect([seed, word, count(folded.shown, word), count(all, word)]).toEqual([seed, word, 1, 1]);
    for (const word of quoted) expect([seed, word, count(all, word)]).toEqual([seed, word, 1]);
    if (!isInline) for (const word of quoted) expect([seed, count(folded.shown, word)]).toEqual([seed, 0]);
    expect([seed, mail.parts.length]).toEqual([seed, files]);
    expect(all).not.toContain("hidden");
  }
});

test.describe("a large mail", () => {
  for (const name of Object.keys(NASTY_MAILS)) {
    test(`with ${name} is parsed within the limits of the process, and the next one too`, { tag: "@all" }, async () => {
      const path = test.info().outputPath("large.eml");
      await writeNastyMail(name, path);
      const mail = await parseFile(path);
      expect(mail.parts.length).toBeLessThanOrEqual(202);
      expect(mail.lines.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1024 ** 2);
      const isDeep = name.includes("500 deep");
      if (!isDeep) expect(mail.lines.map(({ text }) => text).join("\n")).toContain("marker");
      if (!mail.isWhole || isDeep) expect(mail.parts.length).toBeGreaterThan(0);
      expect(await parse("gmail-top")).toMatchObject({ fromFields: 1 });
    });
  }
});

test("a mail is parsed by a new process if the one that parsed others before ends", { tag: "@all" }, async () => {
  const large = test.info().outputPath("large.eml");
  await writeNastyMail("HTML of 20 MB", large);
  await parse("gmail-top");
  const first = parseProcessId();
  const parsing = parseFile(large);
  await newFolder();
  process.kill(first ?? 0, "SIGABRT");
  expect((await parsing).fromFields).toBe(1);
  expect(parseProcessId()).not.toBe(first);
});

test("a text that's too long is in a file too, whole", async () => {
  const path = test.info().outputPath("long.eml");
  await writeNastyMail("a text of 20 MB", path);
  const mail = await parseFile(path);
  expect(mail.isWhole).toBe(false);
  expect(mail.parts.map(({ name }) => name)).toEqual(["message.txt"]);
  expect(mail.parts[0]?.size).toBeGreaterThan(20 * 1024 ** 2);
});

test("the process has no access to files elsewhere, and no settings", async () => {
  const mail = await parse("gmail-top");
  expect(mail.fromFields).toBe(1);
  const folder = await newFolder();
  await parseMail(join(MAILS, "names.eml"), folder, AbortSignal.timeout(60_000));
  expect((await readdir(folder)).sort()).toEqual(["2", "3", "4"]);
  await expect(
    parseMail(join(MAILS, "names.eml"), join(folder, "none", "at", "all"), AbortSignal.timeout(60_000)),
  ).rejects.toMatchObject({ name: "ChildError", failure: "input" });
});

test("a mail that isn't there, and a process that's killed, are errors, and the next mail is parsed", {
  tag: "@all",
}, async () => {
  await expect(parseFile("/no/such/mail")).rejects.toMatchObject({ name: "ChildError", failure: "input" });
  const large = test.info().outputPath("large.eml");
  await writeNastyMail("HTML of 20 MB", large);
  await parse("gmail-top");
  const parsing = parseFile(large);
  parsing.catch(() => undefined);
  await newFolder();
  await expect.poll(() => parseProcessId()).toBeGreaterThan(0);
  process.kill(parseProcessId() ?? 0, "SIGKILL");
  await expect(parsing).rejects.toMatchObject({ failure: "unavailable" });
  expect(await parse("gmail-top")).toMatchObject({ fromFields: 1 });
});

test("parsing that's no longer wanted ends", async () => {
  const large = test.info().outputPath("large.eml");
  await writeNastyMail("HTML of 20 MB", large);
  const stopping = new AbortController();
  const parsing = parseFile(large, stopping.signal);
  parsing.catch(() => undefined);
  await newFolder();
  stopping.abort();
  await expect(parsing).rejects.toMatchObject({ failure: "unavailable" });
});

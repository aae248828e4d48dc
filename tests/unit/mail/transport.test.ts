import { expect, test } from "@playwright/test";
import { simpleParser } from "mailparser";
import type { Mail } from "#platform/mail/message.ts";
import { closeMail, MailRefused, sendMail, transportOptions, verifyTransport } from "#platform/mail/transport.ts";
import { readSmtpUrl, type SmtpServer } from "#platform/smtp-server.ts";
import { newCertificate } from "../../support/certificate.ts";
import { mailServer } from "../../support/mail-server.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const ID = "01990c5e-8b23-7b5c-9e1f-6a7b8c9d0e05";
const MAIL: Mail = {
  id: ID,
  to: "ana@example.com",
  subject: "Grace wrote on Corner shop",
  fromName: "Corner shop",
  thread: "c1",
  earlier: ["<first@inbox.example.com>", "<theirs@mail.example>"],
  unsubscribeUrl: "https://inbox.example.com/mail/unsubscribe/token.signature",
  blocks: [
    { kind: "quote", by: "Grace", at: new Date("2026-11-21T09:42:07Z"), text: "Is <b>it</b>\nback?" },
    { kind: "button", label: "Open conversation", url: "https://inbox.example.com/inbox/1" },
  ],
};

function use(SMTP_URL: string) {
  provideSettings({ SMTP_URL, MAIL_FROM: "Inbox <inbox@example.com>", BASE_URL: "https://inbox.example.com" });
}

function serverOf(url: string): SmtpServer {
  const server = readSmtpUrl(url);
  if (typeof server === "string") throw new Error(server);
  return server;
}

const refusalOf = (sending: Promise<unknown>): Promise<MailRefused> =>
  sending.then(
    () => {
      throw new Error("the mail was accepted");
    },
    (error: unknown) => {
      if (error instanceof MailRefused) return error;
      throw error;
    },
  );

test.afterEach(() => closeMail());

test("an email is marked as automatic, threaded, and can be unsubscribed with one click, in text and HTML", async () => {
  await using server = await mailServer();
  use(server.url);
  expect(await sendMail(MAIL)).toEqual({ status: "250" });
  const [{ mail, from, to } = { mail: null, from: "", to: [] }] = server.received;
  if (!mail) throw new Error("nothing arrived");
  expect([from, to]).toEqual(["inbox@example.com", ["ana@example.com"]]);
  expect(mail.from?.text).toBe('"Corner shop" <inbox@example.com>');
  expect(mail.replyTo).toBeUndefined();
  expect(mail.subject).toBe(MAIL.subject);
  expect(mail.messageId).toBe(`<${ID}@inbox.example.com>`);
  expect([mail.inReplyTo, mail.references]).toEqual([
    "<theirs@mail.example>",
    ["<thread-c1@inbox.example.com>", "<first@inbox.example.com>", "<theirs@mail.example>"],
  ]);
  const header = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line.replace(/\r?\n\s+/g, " ");
  expect(header("auto-submitted")).toBe("Auto-Submitted: auto-generated");
  expect(header("x-auto-response-suppress")).toBe("X-Auto-Response-Suppress: OOF, AutoReply, RN, NRN, DR");
  expect(header("site-inbox")).toBe("Site-Inbox: inbox.example.com");
  expect(header("list-unsubscribe")).toBe(`List-Unsubscribe: <${MAIL.unsubscribeUrl}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(mail.text).toContain("Grace, 21 Nov, 09:42 UTC:\n> Is <b>it</b>\n> back?");
  expect(mail.text).toContain("https://inbox.example.com/inbox/1");
  expect(mail.html).toContain("Is &lt;b&gt;it&lt;/b&gt;<br>");
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
  expect(mail.html).toContain("@media (prefers-color-scheme: dark)");
});

test("a temporary rejection is retried, and a permanent one isn't (D16)", async () => {
  await using server = await mailServer({
    replies: [
      { at: "rcpt", reply: { code: 451, text: "4.7.1 greylisted, ana@example.com" } },
      { at: "rcpt", reply: { code: 550, text: "5.1.1 no such user ana@example.com" } },
      { at: "data", reply: { code: 452, text: "4.3.1 full" } },
      { at: "data", reply: { code: 554, text: "5.7.1 spam" } },
    ],
  });
  use(server.url);
  const seen: [permanent: boolean, status: string][] = [
    [false, "451 4.7.1"],
    [true, "550 5.1.1"],
    [false, "452 4.3.1"],
    [true, "554 5.7.1"],
  ];
  for (const [isPermanent, status] of seen) {
    const refusal = await refusalOf(sendMail(MAIL));
    expect([refusal.isPermanent, refusal.mayHaveArrived]).toEqual([isPermanent, false]);
    expect(refusal.message).toContain(status);
    expect(refusal.message).not.toContain("@");
  }
  expect(server.received).toEqual([]);
});

test("a server that's down and one that rejects the password are reported differently, and both are retried (D16)", async () => {
  const gone = await mailServer();
  await gone.close();
  use(gone.url);
  const away = await refusalOf(sendMail(MAIL));
  expect([away.message, away.isPermanent, away.mayHaveArrived]).toEqual([
    "The mail server couldn’t be reached.",
    false,
    false,
  ]);
  closeMail();

  await using server = await mailServer({ login: { user: "inbox", pass: "p@ss/word" } });
  use(server.url.replace("//", "//inbox:wrong@"));
  const wrong = await refusalOf(verifyTransport());
  expect([wrong.message, wrong.isPermanent]).toEqual([
    "The mail server doesn’t accept the user or password in SMTP_URL.",
    false,
  ]);
  closeMail();

  use(server.url.replace("//", `//inbox:${encodeURIComponent("p@ss/word")}@`));
  await verifyTransport();
});

test("an email whose connection breaks counts as one that may have arrived (D16)", async () => {
  await using server = await mailServer({
    replies: [
      { at: "rcpt", reply: "cut" },
      { at: "data", reply: "cut" },
    ],
  });
  use(server.url);
  for (const _ of ["before the mail", "after it"]) {
    const { message, isPermanent, mayHaveArrived } = await refusalOf(sendMail(MAIL));
    expect([message, isPermanent, mayHaveArrived]).toEqual([
      "The connection to the mail server was lost.",
      false,
      true,
    ]);
  }
});

test("a slow server isn't waited for longer than the job has (D16)", async () => {
  await using server = await mailServer({ slowMs: 60_000 });
  use(server.url);
  const { message, isPermanent } = await refusalOf(sendMail(MAIL, AbortSignal.timeout(100)));
  expect([message, isPermanent]).toEqual(["The mail server didn’t respond in time.", false]);
});

test("no email is sent to a server with an untrusted certificate", async () => {
  await using server = await mailServer({ tls: newCertificate({ host: "127.0.0.1" }) });
  use(server.url);
  const { message } = await refusalOf(sendMail(MAIL));
  expect(message).toMatch(/encrypted connection|certificate/);
  expect(server.received).toEqual([]);
});

const encodedWord = (text: string, charset = "utf-8") => `=?${charset}?b?${Buffer.from(text).toString("base64")}?=`;

const decoded = async (text: string) =>
  (await simpleParser(`Subject: ${text.replace(/\r\n\s*/g, " ")}\r\n\r\n`)).subject ?? "";

test("an encoded word in a visitor's or a site's name isn't decoded by any header", async () => {
  await using server = await mailServer();
  use(server.url);
  const hidden = "\u202eYour bank\r\nBcc: x@attacker.example";
  const names = [
    encodedWord(hidden),
    encodedWord(hidden, "UTF-8*en"),
    "=?utf-8?q?=E2=80=AEYour_bank=0D=0ABcc:_x@attacker.example?=",
    `=\u202e?${encodedWord(hidden).slice(2)}`,
    `=\u0000?${encodedWord(hidden).slice(2)}`,
    `ünï ${encodedWord(hidden)}`,
    `${encodedWord("a")} ${encodedWord(hidden)}`,
    encodedWord(encodedWord(hidden)),
  ];
  for (const name of names) {
    await sendMail({ ...MAIL, subject: `${name} wrote on Corner shop`, fromName: name });
    const received = server.received.at(-1);
    const head = received?.raw.split("\r\n\r\n")[0] ?? "";
    // As a mail program shows them, and once more for a program that decodes twice.
    const shown = [received?.mail.subject ?? "", received?.mail.from?.value[0]?.name ?? "", await decoded(head)];
    for (const text of [...shown, ...(await Promise.all(shown.map(decoded)))]) {
      expect(text, name).not.toMatch(/[\u202e\r\n]|Your bank/);
    }
    expect([...(received?.mail.headers.keys() ?? [])]).not.toContain("bcc");
    expect(received?.mail.subject).toContain("wrote on");
  }
});

test("a password leaves this host only encrypted", () => {
  const requires = (SMTP_URL: string) => transportOptions(serverOf(SMTP_URL)).requireTLS;
  expect(requires("smtp://user:pass@mail.example.com")).toBe(true);
  expect(requires("smtp://user:pass@localhost:1025")).toBe(false);
  expect(requires("smtp://relay.internal")).toBe(false);
  const secure = transportOptions(serverOf("smtps://user:pass@mail.example.com"));
  expect([secure.secure, secure.port]).toEqual([true, 465]);
  const plain = transportOptions(serverOf("smtp://us%40er:p%25%2Fss@[::1]"));
  expect([plain.host, plain.port, plain.auth]).toEqual(["::1", 587, { user: "us@er", pass: "p%/ss" }]);
});

import { expect, test } from "@playwright/test";
import { machineReason } from "#platform/mail-in/machine.ts";
import type { MachineReason } from "#platform/mail-in/parsed-mail.ts";

const ROWS: [field: [name: string, value: string], reason: MachineReason | null][] = [
  [["site-inbox", "1234"], "own"],
  [["from", "Inbox <INBOX@our.example>"], "own"],
  [["auto-submitted", "auto-replied"], "auto"],
  [["auto-submitted", "auto-generated (rejected)"], "auto"],
  [["auto-submitted", "auto-notified; owner-email=a@b"], "auto"],
  [["auto-submitted", "no"], null],
  [["auto-submitted", "(x) No ; a=b"], null],
  [["precedence", "bulk"], "list"],
  [["precedence", "Junk"], "list"],
  [["precedence", "list"], "list"],
  [["precedence", "auto_reply"], "auto"],
  [["precedence", "first-class"], null],
  [["list-id", "<list.example>"], "list"],
  [["x-autoreply", "yes"], "auto"],
  [["x-autorespond", ""], "auto"],
  [["return-path", "<>"], "sender"],
  [["return-path", " < > (null)"], "sender"],
  [["return-path", "<a@b.example>"], null],
  [["from", "Mail Delivery <MAILER-DAEMON@a.example>"], "sender"],
  [["from", "postmaster@a.example"], "sender"],
  [["content-type", 'multipart/report; report-type=delivery-status; boundary="x"'], "report"],
  [["content-type", "multipart/mixed"], null],
  [["x-auto-response-suppress", "All"], null],
];

for (const [[name, value], reason] of ROWS) {
  test(`a mail with ${name}: ${value} is ${reason ?? "a person's"}`, () => {
    const headers: [string, string][] = [
      ["from", "jane@a.example"],
      [name, value],
    ];
    expect(machineReason(headers, ["inbox@our.example"])).toBe(reason);
  });
}

const SUBJECTS = [
  "Automatic reply: Hello",
  "Auto: away",
  "Out of Office: Hello",
  "Out of Office",
  "Out of Office AutoReply: Hello",
  "Re: Out of office - until Monday",
  "Automatische Antwort: Hallo",
  "Abwesenheitsnotiz: Hallo",
  "Réponse automatique : Bonjour",
  "Respuesta automática: Hola",
  "Resposta automática: Olá",
  "Risposta automatica: Ciao",
  "Automatisch antwoord: Hallo",
  "Autosvar: Hej",
  "Automatisk svar: Hej",
  "Automaattinen vastaus: Hei",
  "Odpowiedź automatyczna: Cześć",
  "Automatická odpověď: Ahoj",
  "Automatická odpoveď: Ahoj",
  "Automatikus válasz: Szia",
  "Răspuns automat: Salut",
  "Автоматичен отговор: Здравей",
  "Автоматический ответ: Привет",
  "Автоматична відповідь: Привіт",
  "Αυτόματη απάντηση: Γεια",
  "Otomatik yanıt: Merhaba",
  "رد تلقائي: مرحبا",
  "תשובה אוטומטית: שלום",
  "自动回复：你好",
  "自動返信: こんにちは",
  "자동 회신: 안녕",
  "Tự động trả lời: Xin chào",
  "Balasan otomatis: Halo",
  "ตอบกลับอัตโนมัติ: สวัสดี",
  "=?utf-8?q?Automatic_reply=3A_Hello?=",
];

for (const subject of SUBJECTS) {
  test(`the subject "${subject}" is a weak sign of a program`, () => {
    expect(machineReason([["subject", subject]])).toBe("subject");
  });
}

test("an ordinary subject is a person's, and any other sign counts more", () => {
  expect(machineReason([["subject", "Re: Automatic door"]])).toBe(null);
  expect(machineReason([["subject", "Question about the automatic reply"]])).toBe(null);
  // A visitor may call themselves so, and alerts begin with their name.
  expect(machineReason([["subject", "Re: Out of office sent a message on Shop"]])).toBe(null);
  expect(
    machineReason([
      ["subject", "Automatic reply: x"],
      ["list-id", "a"],
    ]),
  ).toBe("list");
});

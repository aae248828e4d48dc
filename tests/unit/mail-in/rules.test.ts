import { expect, test } from "@playwright/test";
import {
  believeVisitor,
  contentKey,
  headersOf,
  isByMachine,
  provenRecipients,
  senderOf,
  splitText,
} from "#lib/notify/mail-in/rules.ts";
import { readSignedMail, signatureOf } from "#lib/notify/mail-in/signature.ts";
import {
  addressWith,
  hashOfReplyToken,
  possibleTokensIn,
  replyToken,
  tokensIn,
  withoutTokens,
} from "#lib/outbox/reply-addresses/token.ts";
import { AppError } from "#platform/errors.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const SECRET = "a secret of 32 bytes or more, for tests";
const use = (INBOUND_ADDRESS: string) =>
  provideSettings({
    SMTP_URL: "smtp://127.0.0.1",
    MAIL_FROM: "a@b.example",
    ...(INBOUND_ADDRESS && { INBOUND_ADDRESS, INBOUND_SECRET: SECRET }),
  });
const NOW = 1_796_000_000_000;

const from = (...addresses: string[]) => ({
  from: addresses.map((address) => ({ name: "", address })),
  fromFields: 1,
});

test("a token has 130 bits in letters without case, is the same for one email and conversation, and only its hash is found", () => {
  use("inbox@in.example");
  const token = replyToken({ mailId: "m1", conversationId: "c1" });
  expect(token).toMatch(/^[a-z2-7]{26}$/);
  expect(replyToken({ mailId: "m1", conversationId: "c1" })).toBe(token);
  for (const other of [
    { mailId: "m2", conversationId: "c1" },
    { mailId: "m1", conversationId: "c2" },
  ])
    expect(replyToken(other)).not.toBe(token);
  expect(hashOfReplyToken(token)).toHaveLength(32);
});

test("a token is read from addresses of the service only, whatever their case, each once and in their order", () => {
  const [one, two] = ["a".repeat(26), "b".repeat(26)];
  use("inbox@bücher.example");
  expect(addressWith(one)).toBe(`inbox+${one}@xn--bcher-kva.example`);
  expect(tokensIn([`INBOX+${two.toUpperCase()}@BÜCHER.example`, addressWith(one), addressWith(two)])).toEqual([
    two,
    one,
  ]);
  const foreign = [
    `inbox+${one}@other.example`,
    `${one}@bücher.example`,
    `inbox+${one}x@bücher.example`,
    "inbox",
    "@",
    "",
  ];
  expect(tokensIn([...foreign, `x@y.example,inbox+${one}`])).toEqual([]);
  use("*@in.example");
  expect(addressWith(one)).toBe(`${one}@in.example`);
  expect(tokensIn([`${one}@in.example`, `inbox+${two}@in.example`])).toEqual([one]);
  use("");
  expect(tokensIn([`${one}@in.example`])).toEqual([]);
});

test("what may be a token is read from addresses of any domain, and no such address is shown", () => {
  const [one, two] = ["a".repeat(26), "b".repeat(26)];
  use("inbox@in.example");
  expect(
    possibleTokensIn([`old+${one.toUpperCase()}@other.example`, `${two}@reply.example`, `x+${one}@y.example`]),
  ).toEqual([one, two]);
  expect(possibleTokensIn([`inbox-${one}@in.example`, `${one}x@in.example`, one, "@", "", "a@b.example"])).toEqual([]);
  expect(withoutTokens(`<old+${one}@other.example>, ${two}@reply.example, inbox+${one}@in.example, me@b.example`)).toBe(
    "<old+…@other.example>, …@reply.example, inbox+…@in.example, me@b.example",
  );
});

test("only one mailbox in one From field is a sender, and it's the visitor's if it's the address they left", async () => {
  expect(senderOf(from("a@b.example"))).toBe("a@b.example");
  for (const none of [from(), from("a@b.example", "c@d.example"), { ...from("a@b.example"), fromFields: 2 }])
    expect(senderOf(none)).toBeNull();
  const [left, confirmed] = [
    { email: "a@b.example", isConfirmed: false },
    { email: "a@b.example", isConfirmed: true },
  ];
  const asked: string[] = [];
  const proven = (isProven: boolean) => (sender: string) => {
    asked.push(sender);
    return Promise.resolve(isProven);
  };
  expect(await believeVisitor("A@B.example", left, proven(true))).toBe("claimed");
  expect(await believeVisitor("x@b.example", confirmed, proven(true))).toBe("other");
  expect(await believeVisitor(null, confirmed, proven(true))).toBe("other");
  expect(await believeVisitor("a@b.example", { email: null, isConfirmed: false }, proven(true))).toBe("other");
  expect(asked).toEqual([]);
  expect(await believeVisitor("A@b.example", confirmed, proven(true))).toBe("confirmed");
  expect(await believeVisitor("a@b.example", confirmed, proven(false))).toBe("claimed");
});

test("a signature proves who an email is for if it's whole and strong, by their domain or one above, and covers the fields", () => {
  const right = {
    domain: "b.example",
    passes: true,
    from: ["A@mail.b.example"],
    recipients: ["inbox@in.example"],
    isDated: true,
    isWhole: true,
    isStrong: true,
    isLate: false,
  };
  const proven = (change: object, sender = "a@mail.B.example") => provenRecipients(sender, [{ ...right, ...change }]);
  expect(proven({})).toEqual(["inbox@in.example"]);
  expect(proven({ domain: "mail.b.example" })).toEqual(["inbox@in.example"]);
  expect(proven({ from: ["a@b.example"] }, "a@b.example")).toEqual(["inbox@in.example"]);
  expect(provenRecipients("a@b.example", [])).toEqual([]);
  const wrong: object[] = [
    { domain: "x.mail.b.example" },
    { domain: "evil.example" },
    { domain: "l.b.example" },
    { passes: false },
    { isDated: false },
    { isWhole: false },
    { isStrong: false },
    { from: [] },
    { from: ["b@mail.b.example"] },
    { from: ["a@mail.b.example", "b@mail.b.example"] },
    { recipients: [] },
  ];
  for (const change of wrong) expect(proven(change), JSON.stringify(change)).toEqual([]);
  expect(proven({ from: ["a@notb.example"] }, "a@notb.example")).toEqual([]);
});

test("a program's email is recognized by its headers, its envelope and its sender, but not by a visitor's subject", () => {
  const of = { envelopeFrom: "a@b.example", own: ["inbox@in.example"] };
  const mail = { ...from("a@b.example"), machine: null };
  expect(isByMachine(mail, of)).toBe(false);
  expect(isByMachine({ ...mail, machine: "subject" }, of)).toBe(false);
  expect(isByMachine({ ...mail, machine: "auto" }, of)).toBe(true);
  expect(isByMachine({ ...mail, ...from("INBOX@in.example") }, of)).toBe(true);
  for (const envelopeFrom of ["", "MAILER-DAEMON", "mailer-daemon@mx.example"])
    expect(isByMachine(mail, { ...of, envelopeFrom })).toBe(true);
});

test("the same content has the same key, in whatever order its files are", () => {
  const today = { date: "today", headerId: "a@b.example", rawHash: "one" };
  const key = contentKey(today, "Hello", ["a", "b"]);
  expect(key).toMatch(/^mail:[0-9a-f]{64}$/);
  expect(contentKey({ ...today, headerId: "another", rawHash: "other" }, "Hello", ["b", "a"])).toBe(key);
  for (const other of [
    contentKey({ ...today, date: "later" }, "Hello", ["a", "b"]),
    contentKey(today, "Hello", ["a"]),
    contentKey({ ...today, date: "" }, "Hello", ["a", "b"]),
  ])
    expect(other).not.toBe(key);
});

test("without a Date, the Message-ID tells apart emails that say the same, or else all that came", () => {
  const keyOf = (headerId: string | null, rawHash: string) => contentKey({ date: "", headerId, rawHash }, "Thanks", []);
  expect(keyOf("a@b.example", "one")).toBe(keyOf("a@b.example", "other"));
  expect(keyOf("a@b.example", "one")).not.toBe(keyOf("c@b.example", "one"));
  expect(keyOf(null, "one")).toBe(keyOf(null, "one"));
  expect(keyOf(null, "one")).not.toBe(keyOf(null, "other"));
});

test("a long text is split at the end of a line if there's one near, nothing is lost, and what can't be stored is replaced", () => {
  expect(splitText("Hello\0\ud800")).toEqual({ body: "Hello\uFFFD\uFFFD", rest: null });
  const lines = `${"a".repeat(3_000)}\n${"b".repeat(3_000)}`;
  expect(splitText(lines)).toEqual({ body: "a".repeat(3_000), rest: "b".repeat(3_000) });
  const { body, rest } = splitText("😀".repeat(4_001));
  expect([[...body].length, rest]).toEqual([4_000, "😀"]);
});

test("a Message-ID that could break a later email's headers isn't kept", () => {
  const headers = { date: "today", subject: "Hi\r\nBcc: x@y.example" };
  expect(headersOf({ ...headers, headerId: "a@b.example" })).toEqual({
    headerId: "a@b.example",
    sentAt: "today",
    subject: "Hi Bcc: x@y.example",
  });
  for (const headerId of ["a b", "a>\r\nBcc: x", "<a>", "x".repeat(251), "ü@b.example", null])
    expect(headersOf({ ...headers, headerId }).headerId).toBeNull();
});

test("a signature covers the time, the envelope and the hash, and an address in another script is read as it was sent", () => {
  use("inbox@in.example");
  const headers = {
    "Inbound-Timestamp": "1796000000",
    "Mail-From": "<a@b.example>",
    "Mail-To": "x@in.example, y@in.example",
    "Mail-Client-Ip": "192.0.2.7",
    "Mail-Sha256": "0".repeat(64),
  };
  // By: printf '1796000000\n<a@b.example>\nx@in.example, y@in.example\n192.0.2.7\n000…' | openssl dgst -sha256 -hmac "$SECRET"
  expect(signatureOf(headers, SECRET)).toBe("v1=2eeb83516631ced4826d4a9c4599c2bd493bdd8a9a2b0e094c9c8d1e46fe3ce3");
  const signed = (more: object = {}) => {
    const all = { ...headers, ...more };
    return new Headers({ ...all, "Inbound-Signature": signatureOf(all, SECRET) });
  };
  expect(readSignedMail(signed(), NOW)).toEqual({
    envelope: { from: "a@b.example", to: ["x@in.example", "y@in.example"], ip: "192.0.2.7" },
    hash: "0".repeat(64),
  });
  const sent = Buffer.from("grüße@in.example").toString("latin1");
  expect(readSignedMail(signed({ "Mail-To": sent }), NOW).envelope.to).toEqual(["grüße@in.example"]);
  const detailOf = (given: Headers, now = NOW) => {
    try {
      readSignedMail(given, now);
      return null;
    } catch (error) {
      return error instanceof AppError ? error.extras.detail : error;
    }
  };
  expect(detailOf(new Headers(headers))).toBe("Missing or malformed headers: Inbound-Signature.");
  expect(detailOf(signed(), NOW + 301_000)).toContain("Check the clocks");
  expect(detailOf(signed({ "Mail-From": "x".repeat(321) }))).toContain("Mail-From");
});

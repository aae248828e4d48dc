import { expect, test } from "@playwright/test";
import { foldMail } from "#platform/mail-in/fold.ts";
import { LINE_COST } from "#platform/mail-in/line-writer.ts";
import { withoutSecrets } from "#platform/mail-in/secrets.ts";
import { expectLinear } from "./linear-time.ts";

const TOKEN = "abcdefghijklmnopqrstuvwx23";
const LINK_TOKEN = "aB3dEfGhIjKlMnOpQrStUvWxYz0123456789-_aBcDe";
const SIGNED = `${"aB3dEfGhIjKlMnOpQrSt".repeat(6)}.${LINK_TOKEN}`;
const BASE = "https://inbox.example";
const hide = (text: string) => withoutSecrets(text, `${BASE}/`, "inbox@mail.example");

test("tokens of links and reply addresses are replaced, and other links and addresses aren't", () => {
  const text = `Open ${BASE}/unsubscribe#aBc-_123 or (HTTPS://Inbox.example/chat#x) or https://a.example/b#c.
<${BASE}/mail/unsubscribe/aBc.d_e>, ${BASE}/inbox/1
Reply to inbox+${TOKEN}@mail.example or Inbox+${TOKEN.toUpperCase()}@mail.example, not inbox@mail.example.`;
  expect(hide(text)).toBe(
    `Open ${BASE}/unsubscribe#… or (HTTPS://Inbox.example/chat#…) or https://a.example/b#c.
<${BASE}/mail/unsubscribe/…>, ${BASE}/inbox/1
Reply to inbox+…@mail.example or Inbox+…@mail.example, not inbox@mail.example.`,
  );
  expect(withoutSecrets(`a ${TOKEN}@r.example`, BASE, "*@r.example")).toBe("a …@r.example");
  expect(hide(`İİ ${BASE}/chat#${LINK_TOKEN}`)).toBe(`İİ ${BASE}/chat#…`);
});

test("tokens are replaced if they're encoded in another link, once or several times", () => {
  const link = `${BASE}/chat?site=a#${LINK_TOKEN}`;
  const scanner = "https://eur02.safelinks.protection.outlook.com/?url=";
  for (const encode of [encodeURIComponent, (url: string) => encodeURIComponent(encodeURIComponent(url))]) {
    const [start = ""] = encode(link).split(LINK_TOKEN);
    expect(hide(`See ${scanner}${encode(link)} now`)).toBe(`See ${scanner}${start}… now`);
    const address = encode(`inbox+${TOKEN}@mail.example`);
    expect(hide(`mailto:${address}?subject=a`)).toBe(`mailto:${address.replace(TOKEN, "…")}?subject=a`);
  }
  expect(hide(`mailto:inbox%2B${TOKEN}@mail.example`)).toBe("mailto:inbox%2B…@mail.example");
  expect(hide(`${BASE}/chat%23${LINK_TOKEN}`)).toBe(`${BASE}/chat%23…`);
  expect(hide("100 % of %2B and %")).toBe("100 % of %2B and %");
});

test("tokens are replaced if a mail client wrapped them, or the link or the address, in quotes too", () => {
  for (const edge of ["\n", "\r\n", "\n> ", "\n> > ", "\n>> ", " \n"]) {
    for (let at = 1; at < LINK_TOKEN.length; at += 1) {
      const wrapped = LINK_TOKEN.slice(0, at) + edge + LINK_TOKEN.slice(at);
      expect(hide(`> ${BASE}/chat#${wrapped}${edge}Bye`)).toBe(`> ${BASE}/chat#…${edge}Bye`);
    }
    for (let at = 1; at < TOKEN.length; at += 1) {
      const wrapped = TOKEN.slice(0, at) + edge + TOKEN.slice(at);
      expect(hide(`> inbox+${wrapped}@mail.example`)).toBe("> inbox+…@mail.example");
    }
    const link = `${BASE}/chat#`;
    for (let at = 1; at <= link.length; at += 1) {
      const start = link.slice(0, at) + edge + link.slice(at);
      // The space before a break is left, or goes with the token.
      expect(hide(`> ${start}${LINK_TOKEN}`)).toBe(`> ${start}…`);
    }
    const wrapped = SIGNED.replace(/.{40}/g, `$&${edge}`);
    expect(hide(`> ${BASE}/rate#${wrapped}${edge}Thanks`)).not.toMatch(/aB3dEf|YzO|456789/);
  }
});

test("what's below a link stays, if it isn't a part of its token", () => {
  for (const text of [
    `${BASE}/inbox/1\n#shipping is what I asked about`,
    `See ${BASE}/\nTicket #12345`,
    `${BASE}/docs\n\nThanks\n\nGrace`,
  ])
    expect(hide(text)).toBe(text);
  const below = "\nDonaudampfschifffahrtsgesellschaft\nThanks";
  expect(hide(`${BASE}/chat#${LINK_TOKEN}${below}`)).toBe(`${BASE}/chat#…${below}`);
  expect(hide(`${BASE}/docs#start\nThank you\nGrace`)).toBe(`${BASE}/docs#…\nThank you\nGrace`);
});

const HOSTILE: [what: string, text: string][] = [
  ["starts of links", `${BASE}/`],
  ["starts of links on lines of their own", `${BASE}/\n> `],
  ["links", `${BASE}/chat#`],
  ["links that are wrapped", `${BASE}/chat#aB3\n`],
  ["links to unsubscribe", `${BASE}/mail/unsubscribe/\n`],
  ["pieces of tokens", "aB3dEfGhIjKlMnOpQr\n"],
  ["ends of addresses", `${TOKEN}@mail.example`],
  ["addresses", `inbox+${TOKEN}@mail.example`],
  ["percent signs", "%"],
  ["encoded percent signs", "%25"],
  ["blanks", " "],
  ["blanks before a break", "          \n"],
  ["line breaks", "\n"],
  ["quotes", "\n>"],
];

for (const [what, unit] of HOSTILE) {
  test(`1 MiB of ${what} takes linear time`, { tag: "@all" }, () => {
    const ofSize = (size: number) => `${BASE}/chat#${unit.repeat(size / unit.length)}x`;
    expectLinear((size) => {
      const text = ofSize(size);
      return () => hide(text);
    });
  });
}

const HOSTILE_LINES: [what: string, lines: string[]][] = [
  ["empty lines", [""]],
  ["rows of a header", ["From: a@b.example"]],
  ["rows of a header with blank lines", ["From: a@b.example", ""]],
  ["attributions", ["On 1 May 2026 a@b.example wrote:"]],
  ["quotes", ["> a", "b"]],
  ["blanks", [`${" ".repeat(399)}x`]],
  ["signs of addresses", ["a@".repeat(199)]],
  ["stars and colons", ["*:".repeat(199)]],
  ["beginnings of sentences", ["hat am ".repeat(56)]],
  ["rules", ["________"]],
  ["delimiters of signatures", ["-- "]],
];

for (const [what, unit] of HOSTILE_LINES) {
  test(`a mail with ${what} is folded in linear time`, { tag: "@all" }, () => {
    expectLinear((size) => {
      const cost = unit.reduce((sum, line) => sum + line.length + LINE_COST, 0);
      const lines = [["a"], ...Array<string[]>(Math.floor(size / cost)).fill(unit), ["b"]].flat();
      const parsed = lines.map((line) =>
        line.startsWith("> ") ? { text: line.slice(2), depth: 1 } : { text: line, depth: 0 },
      );
      return () => foldMail(parsed, "Reply to this email, and Jane gets it.");
    });
  });
}

import { expect, test } from "@playwright/test";
import { emailKey, isEmailAddress, withAsciiDomain } from "#platform/email-address.ts";

test("a domain in any script is converted to ASCII, and an ASCII one stays unchanged", () => {
  expect(withAsciiDomain("jürgen@bücher.example")).toBe("jürgen@xn--bcher-kva.example");
  expect(withAsciiDomain("a@BÜCHER.example")).toBe("a@xn--bcher-kva.example");
  expect(withAsciiDomain("a@例え.テスト")).toBe("a@xn--r8jz45g.xn--zckzah");
  expect(withAsciiDomain("a@bücher。example")).toBe("a@xn--bcher-kva.example");
  for (const address of ["Ana@Example.COM", "a@1.2.3", "kein Büro", "a@", "a@bü/cher.example"]) {
    expect(withAsciiDomain(address)).toBe(address);
  }
});

test("addresses of any script are valid if their domain is", () => {
  const valid = ["jürgen@bücher.example", "ana@bücher.example", "ana@xn--bcher-kva.example", "用户@例え.テスト.jp"];
  for (const address of [...valid, "o'neil+tag@example.com"]) expect(isEmailAddress(address), address).toBe(true);
});

test("addresses that providers give out are valid, whatever their script, symbols and dots", () => {
  const domains = [
    "пример.рф",
    "xn--e1afmkfd.xn--p1ai",
    "例子.中国",
    "उदाहरण.भारत",
    "도메인.한국",
    "shop.vermögensberatung",
  ];
  const locals = ["o'brien", "a+b", "_x_", "x-", "jane&john", "first/last", "user=tag", "what!", "50%off", "#1", "{a}"];
  const japanese = ["try..this@docomo.ne.jp", "abc.@docomo.ne.jp", "-abc@ezweb.ne.jp"];
  const valid = [...domains.map((domain) => `anna@${domain}`), ...locals.map((local) => `${local}@example.com`)];
  for (const address of [...valid, ...japanese]) expect(isEmailAddress(address), address).toBe(true);
});

test("a text without one local part and a host with a top-level domain is rejected", () => {
  const locals = ["", ".", "a b", "a@b", '"a"', "a,b", "a;b", "<a>", "a(b)", "a\\b", "a:b", "a[b]"];
  const domains = [
    "",
    "example",
    "-a.example",
    "a-.example",
    "a..example",
    "a.example.",
    "a.1",
    "[127.0.0.1]",
    "a_b.example",
  ];
  const refused = [
    ...locals.map((local) => `${local}@example.com`),
    ...domains.map((domain) => `a@${domain}`),
    "example.com",
  ];
  for (const address of refused) expect(isEmailAddress(address), address).toBe(false);
});

test("an invalid domain that looks like another script is rejected", () => {
  const refused = [
    "a@bücher",
    "a@bü cher.example",
    "a@bücher.example/x",
    "a@bücher.example:25",
    "a@bü@cher.example",
    "a@％62.example",
    "a@１２７.０.０.１",
    "a@exam\u200bple.com\u3164",
    "a\u200b@example.com",
    "a\u3164@example.com",
    "a\ufe0f@example.com",
    "a＠example.com",
    "Ａda@example.com",
    "\u212a@example.com",
    "ana@example．com",
    "o\ufb03ce@example.com",
    "a\u202e@example.com",
    `a@${"ü".repeat(100)}.${"ü".repeat(57)}`,
    `a@${"bü".repeat(20)}.${"bü".repeat(20)}.${"ßx".repeat(30)}.${"äö".repeat(20)}.${"éè".repeat(20)}.example`,
  ];
  for (const address of refused) expect(isEmailAddress(address), address).toBe(false);
});

test("both spellings of a domain are the same address, and another local part isn't", () => {
  expect(emailKey("Jürgen@BÜCHER.example")).toBe(emailKey("jürgen@xn--bcher-kva.example"));
  expect(emailKey("ju\u0308rgen@bu\u0308cher.example")).toBe(emailKey("jürgen@bücher.example"));
  expect(emailKey("jurgen@bücher.example")).not.toBe(emailKey("jürgen@bücher.example"));
  expect(emailKey("Ana@Example.COM")).toBe("ana@example.com");
});

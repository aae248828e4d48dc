import { expect, test } from "@playwright/test";
import { readAuthResults } from "#platform/mail-in/auth-results.ts";

const GOOGLE = `mx.google.com;       dkim=pass header.d=a.example header.s=s1 header.b="Ab+/=";       arc=pass (i=1 spf=pass dkim=pass;x);
 spf=pass (google.com: domain of jane@a.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=jane@a.example; dmarc=pass`;
const FORGED = "mx.google.com; dkim=pass header.d=victim.example; spf=pass smtp.mailfrom=victim.example";

const fields = (...values: string[]): [string, string][] => values.map((value) => ["authentication-results", value]);

test("the topmost field of a trusted host counts, and no other", () => {
  const read = (...values: string[]) => readAuthResults(fields(...values), ["MX.google.com"]);
  expect(read(GOOGLE, FORGED)).toEqual([
    { method: "dkim", passes: true, domain: "a.example", address: null },
    { method: "spf", passes: true, domain: "a.example", address: "jane@a.example" },
  ]);
  expect(read("other.example; dkim=pass header.d=b.example", GOOGLE)).toHaveLength(2);
  expect(read("other.example; dkim=pass header.d=b.example")).toEqual([]);
  expect(readAuthResults(fields(GOOGLE), [])).toEqual([]);
});

const ROWS: [value: string, results: string[]][] = [
  ["h.example 1; dkim=pass header.d=A.example.", ["dkim true a.example"]],
  ["h.example; dkim=fail (bad) header.d=a.example", ["dkim false a.example"]],
  ["h.example; dkim=none", []],
  ["h.example; none", []],
  ['h.example; dkim=fail reason="x; dkim=pass header.d=b.example" header.d=a.example', []],
  ["h.example; dkim=fail (; dkim=pass header.d=b.example) header.d=a.example", []],
  ["h.example; spf=softfail smtp.mailfrom=a.example", ["spf false a.example"]],
  ["h.example; spf=pass smtp.helo=a.example", []],
  ["h.example; x-dkim=pass header.d=a.example", []],
  ["(c) h.example (d); dkim / 1 = pass header.d = a.example", ["dkim true a.example"]],
  ["h.example.evil.example; dkim=pass header.d=a.example", []],
  ["evil h.example; dkim=pass header.d=a.example", []],
  // Addresses that a stranger may choose.
  ['h.example; spf=pass smtp.mailfrom="x@a.example"@evil.example', []],
  ['h.example; spf=pass smtp.mailfrom="x smtp.mailfrom=jane@a.example"@evil.example', []],
  ['h.example; spf=fail smtp.mailfrom="x\\"; spf=pass smtp.mailfrom=jane@a.example;\\""@evil.example', []],
  ["h.example; spf=pass smtp.mailfrom=x(jane@a.example)@evil.example", []],
  ["h.example; spf=pass smtp.mailfrom=x\\@a.example", []],
  ['h.example; spf=pass (of "x) smtp.mailfrom=jane@a.example ("@evil.example) smtp.mailfrom=evil.example', []],
  ['h.example; spf=pass (of "x); dkim=pass header.d=a.example; ("@evil.example) smtp.mailfrom=evil.example', []],
  ["h.example; spf=pass (of a=b@evil.example) smtp.mailfrom=jane@a.example", []],
  ["h.example; dkim=pass header.d=a.example; spf=pass (not closed", []],
  ['h.example; dkim=pass header.d=a.example; spf=pass "not closed', []],
  ['h.example; dkim=pass header.i="x@a.example"@evil.example', []],
  ["h.example; dkim=pass header.i=jane@a.example", []],
  ['h.example; dkim=pass "x header.d=a.example" header.d=evil.example', []],
  ["h.example; dkim=pass header.d=evil.example header.d=a.example", ["dkim true evil.example"]],
  ["h.example; spf=pass smtp.mailfrom=x@evil.example smtp.mailfrom=jane@a.example", ["spf true evil.example"]],
];

for (const [value, results] of ROWS) {
  test(`results are read: ${value}`, () => {
    const read = readAuthResults(fields(value), ["h.example"]);
    expect(read.map(({ method, passes, domain }) => `${method} ${passes} ${domain}`)).toEqual(results);
  });
}

import { expect, test } from "@playwright/test";
import { type BeliefInput, believe, mayBeProvenLater } from "#lib/notify/mail-in/belief.ts";
import type { DkimResult } from "#platform/mail-in/parsed-mail.ts";

const ours = { name: "", address: "inbox+token@in.example" };
const signature: DkimResult = {
  domain: "b.example",
  passes: true,
  from: ["jane@b.example"],
  recipients: [ours.address],
  isDated: true,
  isWhole: true,
  isStrong: true,
  isLate: false,
};

type Mail = BeliefInput["mail"];
const mail: Mail = {
  from: [{ name: "Jane", address: "jane@b.example" }],
  fromFields: 1,
  to: [ours],
  cc: [],
  headers: [["dkim-signature", "d=b.example"]],
};
type Change = Partial<Omit<BeliefInput, "mail">> & { mail?: Partial<Mail> };
const input = (change: Change = {}): BeliefInput => ({
  email: "jane@b.example",
  isOurs: (address) => address === ours.address,
  signatures: [],
  results: [],
  envelopeFrom: "",
  spf: null,
  ...change,
  mail: { ...mail, ...change.mail },
});
const believed = (change: Change) => believe(input(change));
const signed = (change: Partial<DkimResult> = {}, of: Partial<Mail> = {}) =>
  believed({ signatures: [{ ...signature, ...change }], mail: of });

const DKIM = { belief: "dkim", by: "b.example" };
const UNPROVEN = { asks: "unproven" };

test("a signature of the sender's domain, or of one above it, proves an email", () => {
  expect(signed()).toEqual(DKIM);
  const below = { address: "jane@mail.b.example", name: "" };
  const mailed = { email: "jane@mail.b.example", mail: { from: [below] } };
  expect(believed({ ...mailed, signatures: [{ ...signature, from: [below.address] }] })).toEqual(DKIM);
  expect(signed({ from: ["Jane@B.example"] }, { from: [{ name: "", address: "JANE@b.Example" }] })).toEqual(DKIM);
  expect(signed({ recipients: ["a@c.example", ours.address] }, { to: [], cc: [ours] })).toEqual(DKIM);
});

const weaknesses: [what: string, Partial<DkimResult>][] = [
  ["fails", { passes: false }],
  ["covers a part of the body (l=)", { isWhole: false }],
  ["is weak, or its domain is testing", { isStrong: false }],
  ["doesn't cover the date", { isDated: false }],
  ["doesn't cover From", { from: [] }],
  ["covers another From", { from: ["eve@b.example"] }],
  ["doesn't cover our address in To", { recipients: [] }],
  ["covers another recipient", { recipients: ["someone@else.example"] }],
  ["is of a domain below", { domain: "mail.b.example" }],
  ["is of another domain", { domain: "evil.example" }],
  ["is of a domain that only ends alike", { domain: "example.b.example" }],
];
for (const [what, change] of weaknesses) {
  test(`a signature that ${what} proves nothing`, () => {
    expect(signed(change)).toEqual(UNPROVEN);
  });
}

const senders: [what: string, Partial<Mail>][] = [
  ["another sender", { from: [{ name: "Jane", address: "eve@b.example" }] }],
  ["their address as a name only", { from: [{ name: "jane@b.example", address: "eve@evil.example" }] }],
  ["two senders", { from: [...mail.from, { name: "", address: "eve@b.example" }] }],
  ["two From fields", { fromFields: 2 }],
  ["no sender", { from: [], fromFields: 0 }],
];
for (const [what, change] of senders) {
  test(`an email with ${what} isn't theirs, whatever proves it`, () => {
    const proof = { signatures: [signature], spf: "pass", envelopeFrom: "jane@b.example" } as const;
    const results = [{ method: "spf", passes: true, domain: "b.example", address: null }] as const;
    expect(believed({ mail: change, ...proof, results })).toEqual({ asks: "sender" });
  });
}

test("an email that doesn't name our address in To or Cc isn't believed", () => {
  const spf = { spf: "pass", envelopeFrom: "jane@b.example" } as const;
  const to = [{ name: ours.address, address: "someone@else.example" }];
  expect(believed({ mail: { to }, signatures: [signature], ...spf })).toEqual({ asks: "recipient" });
});

test("SPF counts if the sender that a server signed is the one of From, and not a colleague", () => {
  const spf = (envelopeFrom: string, result: BeliefInput["spf"]) => believed({ envelopeFrom, spf: result });
  expect(spf("Jane@B.example", "pass")).toEqual({ belief: "spf", by: "b.example" });
  expect(spf("eve@b.example", "pass")).toEqual(UNPROVEN);
  expect(spf("bounces@b.example", "pass")).toEqual(UNPROVEN);
  expect(spf("bounces@mail.b.example", "pass")).toEqual(UNPROVEN);
  expect(spf("bounces@relay.example", "pass")).toEqual(UNPROVEN);
  for (const result of ["fail", "none", "later", null] as const) {
    expect(spf("jane@b.example", result)).toEqual(UNPROVEN);
  }
});

type Report = { method?: "dkim" | "spf"; passes?: boolean; address?: string | null; count?: number };

/** What a trusted server's report proves of an email with signatures; `count` is how many its header has. */
const reported = (
  domain: string,
  signatures: DkimResult[],
  { method = "dkim", passes = true, address = null, count = signatures.length }: Report = {},
) =>
  believed({
    results: [{ method, passes, domain, address }],
    signatures,
    mail: { headers: Array.from({ length: count }, () => ["dkim-signature", "v=1"]) },
  });

test("a trusted server's report counts for a domain if all its signatures cover what ours must", () => {
  const unread = { ...signature, passes: false, isStrong: false };
  const RESULTS = { belief: "results", by: "b.example" };
  expect(reported("b.example", [unread])).toEqual(RESULTS);
  expect(reported("b.example", [unread], { passes: false })).toEqual(UNPROVEN);
  expect(reported("evil.example", [{ ...unread, domain: "evil.example" }])).toEqual(UNPROVEN);
  expect(reported("b.example", [])).toEqual(UNPROVEN);
  for (const change of [{ recipients: [] }, { from: [] }, { isDated: false }, { isWhole: false }]) {
    expect(reported("b.example", [{ ...unread, ...change }])).toEqual(UNPROVEN);
    // The other one may be what the server saw pass.
    expect(reported("b.example", [unread, { ...unread, ...change }])).toEqual(UNPROVEN);
  }
  expect(reported("b.example", [unread], { count: 2 })).toEqual(UNPROVEN);
  expect(reported("b.example", [], { method: "spf" })).toEqual(RESULTS);
  expect(reported("b.example", [], { method: "spf", address: "JANE@b.example" })).toEqual(RESULTS);
  expect(reported("b.example", [], { method: "spf", address: "eve@b.example" })).toEqual(UNPROVEN);
  expect(reported("mail.b.example", [], { method: "spf" })).toEqual(UNPROVEN);
});

test("it may be proven later if DNS didn't respond for a signature of the domain, or for SPF", () => {
  const late = { ...signature, passes: false, isLate: true };
  expect(mayBeProvenLater(input({ signatures: [late] }))).toBe(true);
  expect(mayBeProvenLater(input({ signatures: [{ ...late, domain: "evil.example" }] }))).toBe(false);
  expect(mayBeProvenLater(input({ spf: "later" }))).toBe(true);
  expect(mayBeProvenLater(input({ signatures: [{ ...signature, passes: false }], spf: "fail" }))).toBe(false);
});

import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { createTransport } from "nodemailer";
import { checkSpf, verifyDkim } from "#platform/mail-in/check-senders.ts";
import { startNameServer } from "../../support/name-server.ts";

const keyOf = (bits: number) => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return {
    private: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    public: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
};

const KEY = keyOf(2_048);
const SHORT = keyOf(512);
const RECORDS: Record<string, string[] | null | undefined> = {
  "s1._domainkey.a.example": [`v=DKIM1; k=rsa; p=${KEY.public}`],
  "short._domainkey.a.example": [`v=DKIM1; k=rsa; p=${SHORT.public}`],
  "testing._domainkey.a.example": [`v=DKIM1; t=y; p=${KEY.public}`],
  "gone._domainkey.a.example": null,
  "silent._domainkey.a.example": undefined,
  "evil.example": [`v=DKIM1; k=rsa; p=${KEY.public}`],
  "a.example": ["v=spf1 ip4:192.0.2.0/24 -all"],
  "soft.example": ["v=spf1 ~all"],
  "none.example": [],
};

type Signing = { selector?: string; key?: string; change?: (raw: string) => string };

async function signedMail({ selector = "s1", key = KEY.private, change = (raw) => raw }: Signing): Promise<string> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    dkim: { domainName: "a.example", keySelector: selector, privateKey: key },
  });
  const { message } = await transport.sendMail({
    from: "Jane <jane@a.example>",
    to: "inbox+abc@our.example",
    subject: "Hi",
    date: new Date(),
    text: "Hello\n\nBye",
  });
  const path = test.info().outputPath(`signed-${Math.random()}.eml`);
  await writeFile(path, change(message.toString()));
  return path;
}

async function verify(signing: Signing) {
  await using names = await startNameServer((name) => RECORDS[name] ?? (name in RECORDS ? RECORDS[name] : null));
  const results = await verifyDkim(await signedMail(signing), { nameServers: [names.server] });
  return { ...results[0], count: results.length };
}

test("a signature passes, and names what it covers", async () => {
  const result = await verify({});
  expect(result).toMatchObject({ domain: "a.example", passes: true, isWhole: true, isStrong: true });
  expect(result).toMatchObject({ from: ["jane@a.example"], recipients: ["inbox+abc@our.example"], isDated: true });
});

const PADDING = `X-Padding: ${"x".repeat(900)}\r\n`.repeat(2_500);
const DOUBLED: [field: string, line: string, proof: object][] = [
  ["To", "To: inbox+xyz@our.example", { recipients: [] }],
  ["To, with a blank before the colon", "tO : inbox+xyz@our.example", { recipients: [] }],
  ["From", "From: june@a.example", { from: [] }],
  ["Date", "Date: Sun, 29 Nov 2026 10:00:00 +0000", { isDated: false }],
];

for (const [field, line, proof] of DOUBLED) {
  test(`a signature proves nothing of a field that the mail has twice, also 2 MiB apart: ${field}`, async () => {
    expect(await verify({ change: (raw) => `${line}\r\n${raw}` })).toMatchObject({ passes: true, ...proof });
    expect(await verify({ change: (raw) => `${line}\r\n${PADDING}${raw}` })).toMatchObject({ passes: true, ...proof });
  });
}

test("an added Cc proves no more than the signed To, and padding alone changes nothing", async () => {
  const proof = { passes: true, from: ["jane@a.example"], recipients: ["inbox+abc@our.example"], isDated: true };
  expect(await verify({ change: (raw) => `Cc: inbox+xyz@our.example\r\n${raw}` })).toMatchObject(proof);
  expect(await verify({ change: (raw) => PADDING + raw })).toMatchObject(proof);
});

test("ten silent name servers end the verification before its time is over", { tag: "@all" }, async () => {
  const copies = (signature: string) =>
    Array.from({ length: 10 }, (_, at) => signature.replace("s=s1;", `s=silent${at};`)).join("") + signature;
  await using names = await startNameServer((name) =>
    name.startsWith("silent") ? undefined : (RECORDS[name] ?? null),
  );
  const path = await signedMail({
    change: (raw) => raw.replace(/^DKIM-Signature: (?:.|\r\n[ \t])+\r\n/m, copies),
  });
  const startedAt = Date.now();
  const results = await verifyDkim(path, { nameServers: [names.server] });
  expect(Date.now() - startedAt).toBeLessThan(30_000);
  expect(results.map(({ passes }) => passes)).toEqual(Array(11).fill(false));
  expect(names.asked).toContain("silent0._domainkey.a.example");
});

const CHANGES: [why: string, change: (raw: string) => string][] = [
  ["a changed body", (raw) => raw.replace("Hello", "Hullo")],
  ["a changed From", (raw) => raw.replace("jane@", "june@")],
  ["a changed To", (raw) => raw.replace("inbox+abc", "inbox+abd")],
  ["another domain in the signature", (raw) => raw.replace("d=a.example", "d=b.example")],
  ["an expiry in the past", (raw) => raw.replace("d=a.example;", "d=a.example; t=1000000000; x=1000000001;")],
];

for (const [why, change] of CHANGES) {
  test(`a signature doesn't pass with ${why}`, async () => {
    expect(await verify({ change })).toMatchObject({ passes: false });
  });
}

test("weak keys, domains that test, missing keys and silent name servers aren't proof", { tag: "@all" }, async () => {
  expect(await verify({ selector: "short", key: SHORT.private })).toMatchObject({ passes: false });
  expect(await verify({ selector: "testing" })).toMatchObject({ passes: true, isStrong: false });
  expect(await verify({ selector: "gone" })).toMatchObject({ passes: false });
  expect(await verify({ selector: "silent" })).toMatchObject({ passes: false });
});

/** A mail that's signed as nothing else would: with any selector. */
async function signedByHand(selector: string): Promise<string> {
  const fields = ["From: jane@a.example", "To: inbox+abc@our.example", "Date: Sun, 29 Nov 2026 10:00:00 +0000"];
  const body = "Hello\r\n";
  const hash = createHash("sha256").update(body).digest("base64");
  const head = `DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=a.example; s=${selector}; h=from:to:date; bh=${hash}; b=`;
  const signed = fields.map((field) => `${field}\r\n`).join("");
  const signature = createSign("sha256").update(`${signed}${head}`).sign(KEY.private, "base64");
  const path = test.info().outputPath(`by-hand-${Math.random()}.eml`);
  await writeFile(path, `${head}${signature}\r\n${signed}\r\n${body}`);
  return path;
}

// Without the strict mode, a stranger's key would prove any domain.
test("a selector with a NUL, where the resolver would cut the name, isn't looked up", async () => {
  await using names = await startNameServer((name) => RECORDS[name] ?? null);
  const passes = async (selector: string) => {
    const results = await verifyDkim(await signedByHand(selector), { nameServers: [names.server] });
    return results.map(({ domain, passes: does }) => [domain, does]);
  };
  expect(await passes("s1")).toEqual([["a.example", true]]);
  expect(await passes("evil.example\0")).toEqual([["a.example", false]]);
  expect(names.asked).not.toContain("evil.example");
});

test("a mail without a signature, a long one, and one with 5,000 signatures are verified", async () => {
  expect(await verify({ change: (raw) => raw.replace(/^DKIM-Signature: (?:.|\r\n[ \t])+\r\n/m, "") })).toEqual({
    count: 0,
  });
  expect(await verify({ change: (raw) => `${raw}${"x".repeat(1_000_000)}` })).toMatchObject({ passes: false });
  const signature = (at: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; d=a${at}.example; s=s1; h=from; bh=${"A".repeat(43)}=; b=AAAA; l=${at}\r\n`;
  const many = Array.from({ length: 5_000 }, (_, at) => signature(at)).join("");
  expect((await verify({ change: (raw) => many + raw })).passes ?? false).toBe(false);
});

test("SPF is checked for the sender's domain", { tag: "@all" }, async () => {
  await using names = await startNameServer((name) =>
    name === "silent.example" ? undefined : (RECORDS[name] ?? null),
  );
  const check = (ip: string, sender: string) => checkSpf({ ip, sender, nameServers: [names.server] });
  expect(await check("192.0.2.7", "jane@a.example")).toBe("pass");
  expect(await check("198.51.100.7", "jane@a.example")).toBe("fail");
  expect(await check("2001:db8::1", "jane@a.example")).toBe("fail");
  expect(await check("192.0.2.7", "jane@soft.example")).toBe("fail");
  expect(await check("192.0.2.7", "jane@none.example")).toBe("none");
  expect(await check("192.0.2.7", "jane@unknown.example")).toBe("none");
  expect(await check("192.0.2.7", "")).toBe("none");
  expect(await check("not an address", "jane@a.example")).toBe("later");
  expect(await check("192.0.2.7", "jane@silent.example")).toBe("later");
});

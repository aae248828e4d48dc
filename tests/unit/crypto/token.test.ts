import { webcrypto } from "node:crypto";
import { expect, test } from "@playwright/test";
import { signingKey, type TokenKind, verifyingKeys } from "#platform/crypto/keys.ts";
import { signToken, verifyToken } from "#platform/crypto/token.ts";
import { AppError } from "#platform/errors.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const KINDS: TokenKind[] = ["user", "widget", "visitor"];
const [OLD, NEW] = ["an old secret that has 32 bytes or more", "a new secret that has 32 bytes or more"];
const HOUR_MS = 3_600_000;

function startWith(AUTH_SECRET: string, AUTH_SECRET_PREVIOUS?: string): void {
  provideSettings({ AUTH_SECRET, ...(AUTH_SECRET_PREVIOUS && { AUTH_SECRET_PREVIOUS }) });
}

const sign = (kind: TokenKind, endsIn = HOUR_MS) => signToken(kind, { sub: "user-1" }, new Date(Date.now() + endsIn));

async function verdict(kind: TokenKind, token: string): Promise<unknown> {
  try {
    return (await verifyToken(kind, token)).sub;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

test.beforeEach(() => startWith(NEW));

for (const kind of KINDS) {
  test(`a ${kind} token is accepted as its own kind only`, async () => {
    const token = await sign(kind);
    for (const other of KINDS) expect(await verdict(other, token)).toBe(other === kind ? "user-1" : "unauthenticated");
  });
}

test("each kind has its own key, so even a forged header can't change the kind", async () => {
  const signatures = KINDS.map(async (kind) => {
    const signature = await webcrypto.subtle.sign("HMAC", signingKey(kind), Buffer.from("the same text"));
    return Buffer.from(signature).toString("hex");
  });
  expect(new Set(await Promise.all(signatures)).size).toBe(KINDS.length);
});

test("a token survives a change of the secret while the previous one is set, and not longer", async () => {
  startWith(OLD);
  const token = await sign("user");
  startWith(NEW, OLD);
  expect(verifyingKeys("user")).toHaveLength(2);
  expect(await verdict("user", token)).toBe("user-1");
  startWith(NEW);
  expect(await verdict("user", token)).toBe("unauthenticated");
});

test("tokens after a change are signed with the new secret", async () => {
  startWith(NEW, OLD);
  const token = await sign("user");
  startWith(NEW);
  expect(await verdict("user", token)).toBe("user-1");
});

test("an expired token of the previous secret is reported as expired", async () => {
  startWith(OLD);
  const token = await sign("widget", -HOUR_MS);
  startWith(NEW, OLD);
  expect(await verdict("widget", token)).toBe("token_expired");
});

test("clocks may differ by a minute", async () => {
  expect(await verdict("user", await sign("user", -30_000))).toBe("user-1");
  expect(await verdict("user", await sign("user", -90_000))).toBe("token_expired");
});

for (const token of ["", ".", "..", "a.b.c", "%ZZ", "\0", "🔑.🔑.🔑", "e30.e30.", "a".repeat(100_000)]) {
  test(`${JSON.stringify(token.slice(0, 10))} isn't a token`, async () => {
    for (const kind of KINDS) expect(await verdict(kind, token)).toBe("unauthenticated");
  });
}

/** The same bytes written in another way: what a lenient decoder accepts. */
function otherSpellings(token: string): string[] {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // 43 characters carry 258 bits, two more than the signature has.
  const last = alphabet[alphabet.indexOf(signature.slice(-1)) + 1];
  return [
    `${token}=`,
    `${token}==`,
    `${header}=.${payload}.${signature}`,
    `${header}.${payload}==.${signature}`,
    `${header}.${payload}.${signature.slice(0, -1)}${last}`,
    `${header}.${payload}.${signature.slice(0, 20)}\n${signature.slice(20)}`,
    `${header}.${payload}.${Buffer.from(signature, "base64url").toString("base64")}`,
  ];
}

for (const kind of KINDS) {
  test(`a ${kind} token is accepted in one spelling, and in no other of the same bytes`, async () => {
    const token = await sign(kind);
    expect(await verdict(kind, token)).toBe("user-1");
    for (const other of otherSpellings(token)) expect(await verdict(kind, other), other).toBe("unauthenticated");
  });
}

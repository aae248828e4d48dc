import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { hashProofStart, solve } from "../../../widget/panel/proof.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest().readInt32BE();

test("the start of a hash matches SHA-256, for each length that fits into one block", () => {
  for (let length = 0; length <= 55; length += 1) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7 + length) % 90))).join("");
    expect(hashProofStart(text), text).toBe(sha256(text));
  }
});

test("finds a nonce whose hash starts with the requested number of zero bits", async () => {
  const asked = { salt: "AbC_-9", difficulty: 12, expiresAt: "soon", signature: "signed" };
  const { nonce, ...rest } = await solve({ algorithm: "sha-256", ...asked });
  expect(rest).toEqual(asked);
  expect(Math.clz32(sha256(`AbC_-9.${nonce}`))).toBeGreaterThanOrEqual(12);
});

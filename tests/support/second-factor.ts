import { createHmac } from "node:crypto";
import { RecoveryCodesResponse, SecondFactorSetupResponse } from "#lib/people/second-factor/schema.ts";
import { ask, type Call, refuse } from "./api-client.ts";
import { type Owner, PASSWORD } from "./factories.ts";
import { sql } from "./stored-rows.ts";

/** Decodes base32 (RFC 4648). */
function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app shows whose clock is `aheadSeconds` ahead: RFC 4226 section 5.3, with the counter of RFC 6238. */
export function codeOf(secret: string, aheadSeconds = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1_000 + aheadSeconds) / 30)));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Lets a code be used that was used before, or that is older. */
export const forgetUsedCodes = ({ user }: Owner) =>
  sql("UPDATE second_factors SET last_step = 0 WHERE user_id = $1", [user.id]);

/** Turns on two-factor login, with the app's current code. Returns the app's secret and the recovery codes. */
export async function turnOnSecondFactor({ token }: Pick<Owner, "token">, call: Call = {}) {
  const post = (path: string, body: object) =>
    ["POST", `/account/second-factor${path}`, { ...call, token, body }] as const;
  const { secret } = await ask(SecondFactorSetupResponse, 201, ...post("", { currentPassword: PASSWORD }));
  const { recoveryCodes } = await ask(RecoveryCodesResponse, 200, ...post("/confirm", { code: codeOf(secret) }));
  return { secret, recoveryCodes };
}

/** Enters the password. Returns the challenge. */
export async function challengeOf({ email }: Pick<Owner, "email">, call: Call = {}): Promise<string> {
  const body = { email, password: PASSWORD };
  const { secondFactor } = await refuse("second_factor_required", "POST", "/auth/login", { ...call, body });
  return secondFactor?.challenge ?? "";
}

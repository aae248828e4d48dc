import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { importJWK, jwtVerify } from "jose";

const [SALT, SIZE, KEY] = [16, 4, 65];
const TAG = 16;

/** A browser's push subscription at an endpoint, which can decrypt what it's sent (RFC 8291). */
export function newSubscription(endpoint: string) {
  const browser = createECDH("prime256v1");
  const [publicKey, auth] = [browser.generateKeys(), randomBytes(16)];
  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, SALT);
    const sender = body.subarray(SALT + SIZE + 1, SALT + SIZE + 1 + KEY);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
    const input = Buffer.from(hkdfSync("sha256", browser.computeSecret(sender), auth, info, 32));
    const bytes = (label: string, length: number) =>
      Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${label}\0`, length));
    const encrypted = body.subarray(SALT + SIZE + 1 + KEY);
    const decipher = createDecipheriv("aes-128-gcm", bytes("aes128gcm", 16), bytes("nonce", 12));
    decipher.setAuthTag(encrypted.subarray(-TAG));
    const text = Buffer.concat([decipher.update(encrypted.subarray(0, -TAG)), decipher.final()]).toString("utf8");
    // The byte 2 ends the last record's text; what follows is padding.
    return text.slice(0, text.lastIndexOf("\u0002"));
  };
  return {
    endpoint,
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    decrypt,
  };
}

/** Verifies a push request's signature (RFC 8292), and returns the key that made it and its claims. */
export async function verifyVapid(authorization: string | undefined) {
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization ?? "") ?? [];
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256");
  const { payload } = await jwtVerify(token, key);
  return { publicKey, claims: payload };
}

import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { jwtVerify, SignJWT } from "jose";
import { jwtHeader, readJwt, signJwt, unverifiedClaims } from "#lib/auth/jwt.ts";

const key = createSecretKey(randomBytes(32));
const header = jwtHeader("user+jwt");
const claims = { sub: "somebody", ключ: "значение", n: 1 };

test("is what others understand by a JWT: a library reads what is signed here", async () => {
  const { payload, protectedHeader } = await jwtVerify(signJwt(header, claims, key), key, { algorithms: ["HS256"] });
  expect(payload).toEqual(claims);
  expect(protectedHeader).toEqual({ alg: "HS256", typ: "user+jwt" });
});

test("reads what a library has signed, so that tokens given out before stay good", async () => {
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "user+jwt" }).sign(key);
  expect(readJwt(header, token, key)).toEqual(claims);
});

test("reads nothing that was changed in any one place", () => {
  const token = signJwt(header, claims, key);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === "A" ? "B" : "A";
    expect(readJwt(header, token.slice(0, at) + other + token.slice(at + 1), key)).toBeNull();
    expect(readJwt(header, token.slice(0, at), key)).toBeNull();
  }
});

test("takes a signature written in one way only", () => {
  const token = signJwt(header, claims, key);
  for (const other of [`${token}=`, `${token} `, `${token}.`, token.replaceAll("-", "+"), `${token}é`, ` ${token}`]) {
    if (other !== token) expect(readJwt(header, other, key)).toBeNull();
  }
});

test("says what an unverified token says, and nothing of what is none", () => {
  expect(unverifiedClaims(signJwt(header, claims, key))).toEqual(claims);
  for (const text of ["", ".", "a.b.c", "..", "e30", "🔑.🔑.🔑"]) expect(unverifiedClaims(text)).toBeNull();
});

import { expect, test } from "@playwright/test";
import { readSessionCookie, settledSessionCookies, withOneSessionCookie } from "#gate/session-cookie.ts";
import { keyBytes } from "#platform/crypto/keys.ts";
import { forgeToken } from "../../support/forged-token.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const serveAt = (BASE_URL: string) => provideSettings({ BASE_URL });
const { AUTH_SECRET } = provideSettings();

const NAME = "next-auth.session-token";

const seconds = (time: string) => Date.parse(time) / 1000;
const LAST_FORMER = seconds("2026-11-21T23:59:59Z");
const IN_A_DAY = Math.floor(Date.now() / 1000) + 86_400;
const sign = (claims: { iat?: number; exp?: number }) =>
  forgeToken({
    claims: { aud: "owner", sub: crypto.randomUUID(), sid: crypto.randomUUID(), exp: IN_A_DAY, ...claims },
    header: { typ: "user+jwt" },
    key: keyBytes(AUTH_SECRET, "user"),
  });
/** A session from before the prefix. */
const FORMER = await sign({ iat: LAST_FORMER });
const SINCE_THE_PREFIX = await sign({ iat: LAST_FORMER + 1 });
const OF_UNKNOWN_AGE = await sign({});
const EXPIRED = await sign({ iat: LAST_FORMER, exp: LAST_FORMER + 1 });

test.describe("over https", () => {
  test.beforeEach(() => serveAt("https://inbox.shop.example.com"));

  const headers: [what: string, header: string, token: string | null][] = [
    ["no cookie", "other=1", null],
    ["the prefixed name", `__Host-${NAME}=A`, "A"],
    ["a session from before the prefix under the former name", `__Secure-${NAME}=${FORMER}`, FORMER],
    ["what isn't a token under the former name", `__Secure-${NAME}=A`, null],
    ["a session since the prefix under the former name", `__Secure-${NAME}=${SINCE_THE_PREFIX}`, null],
    ["a session of unknown age under the former name", `__Secure-${NAME}=${OF_UNKNOWN_AGE}`, null],
    ["an expired session under the former name", `__Secure-${NAME}=${EXPIRED}`, null],
    ["a foreign session under the former name", `__Secure-${NAME}=${FORMER.slice(0, -4)}AAAA`, null],
    ["the bare name, which plain http could set", `${NAME}=A`, null],
    ["both names", `__Secure-${NAME}=B; __Host-${NAME}=A; __Secure-${NAME}=C`, "A"],
    ["two of the prefixed name", `__Host-${NAME}=A; __Host-${NAME}=A`, null],
    ["two of the former name", `__Secure-${NAME}=${FORMER}; x=1; __Secure-${NAME}=${FORMER}`, null],
  ];
  for (const [what, header, token] of headers) {
    test(`${token === null ? "no one" : "one session"} is logged in with ${what}`, async () => {
      expect((await readSessionCookie(header)).token).toBe(token);
      const settled = await withOneSessionCookie(header);
      expect(await readSessionCookie(settled)).toEqual({ token, isRefused: false, hasFormer: false });
    });
  }

  test("pieces that next-auth would join to the session cookie are dropped, and other cookies stay", async () => {
    const header = `a=1; __Host-${NAME}=A; __Host-${NAME}.0=B; __Secure-${NAME}.1=C; __Host-next-auth.csrf-token=D`;
    expect(await withOneSessionCookie(header)).toBe(`a=1; __Host-next-auth.csrf-token=D; __Host-${NAME}=A`);
  });

  test("a session from before the prefix moves to the current name", async () => {
    expect(await settledSessionCookies(`__Secure-${NAME}=${FORMER}`, 60)).toEqual([
      `__Host-${NAME}=${FORMER}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
      `__Secure-${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(await settledSessionCookies(`__Host-${NAME}=a.b.c`, 60)).toEqual([]);
  });

  for (const [what, cookies] of [
    ["two of one name", `__Secure-${NAME}=${FORMER}; __Secure-${NAME}=${FORMER}`],
    ["a session since the prefix under the former name", `__Secure-${NAME}=${SINCE_THE_PREFIX}`],
    ["what isn't a token under the former name", `__Secure-${NAME}=a"b\u00e9`],
  ] as const) {
    test(`${what}, which a neighbor may have set, is removed on this host and its parent domains`, async () => {
      const removed = "Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
      expect(await settledSessionCookies(cookies, 60)).toEqual([
        `__Host-${NAME}=; ${removed}`,
        `__Secure-${NAME}=; ${removed}`,
        `__Secure-${NAME}=; ${removed}; Domain=inbox.shop.example.com`,
        `__Secure-${NAME}=; ${removed}; Domain=shop.example.com`,
        `__Secure-${NAME}=; ${removed}; Domain=example.com`,
      ]);
    });
  }
});

for (const address of ["http://127.0.0.1:3000", "http://[::1]:3000", "http://localhost:3000"]) {
  test(`two of one name at ${address} are removed only there, since it has no parent domain`, async () => {
    serveAt(address);
    expect(await settledSessionCookies(`${NAME}=A; ${NAME}=B`, 60)).toEqual([
      `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
    ]);
    expect(await settledSessionCookies(`__Secure-${NAME}=A`, 60)).toEqual([]);
    expect((await readSessionCookie(`__Secure-${NAME}=A`)).token).toBeNull();
  });
}

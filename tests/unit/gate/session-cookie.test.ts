import { expect, test } from "@playwright/test";
import { readSessionCookie, settledSessionCookies, withOneSessionCookie } from "#gate/session-cookie.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const serveAt = (BASE_URL: string) => provideSettings({ BASE_URL });

const NAME = "next-auth.session-token";

test.describe("over https", () => {
  test.beforeEach(() => serveAt("https://inbox.shop.example.com"));

  const headers: [what: string, header: string, token: string | null][] = [
    ["no cookie", "other=1", null],
    ["the prefixed name", `__Host-${NAME}=A`, "A"],
    ["the former name", `__Secure-${NAME}=A`, "A"],
    ["the bare name, which plain http could set", `${NAME}=A`, null],
    ["both names", `__Secure-${NAME}=B; __Host-${NAME}=A; __Secure-${NAME}=C`, "A"],
    ["two of the prefixed name", `__Host-${NAME}=A; __Host-${NAME}=A`, null],
    ["two of the former name", `__Secure-${NAME}=A; x=1; __Secure-${NAME}=B`, null],
  ];
  for (const [what, header, token] of headers) {
    test(`${token === null ? "nobody is" : `${token} is`} logged in with ${what}`, () => {
      expect(readSessionCookie(header).token).toBe(token);
      const settled = withOneSessionCookie(header);
      expect(readSessionCookie(settled)).toEqual({ token, isAmbiguous: false, hasFormer: false });
    });
  }

  test("pieces that next-auth would join to the session cookie are dropped, and other cookies stay", () => {
    const header = `a=1; __Host-${NAME}=A; __Host-${NAME}.0=B; __Secure-${NAME}.1=C; __Host-next-auth.csrf-token=D`;
    expect(withOneSessionCookie(header)).toBe(`a=1; __Host-next-auth.csrf-token=D; __Host-${NAME}=A`);
  });

  test("a token under the former name moves to the present one", () => {
    expect(settledSessionCookies(`__Secure-${NAME}=a.b-c.d_e`, 60)).toEqual([
      `__Host-${NAME}=a.b-c.d_e; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
      `__Secure-${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(settledSessionCookies(`__Host-${NAME}=a.b.c`, 60)).toEqual([]);
    expect(settledSessionCookies(`__Secure-${NAME}=a"b\u00e9`, 60)).toEqual([]);
  });

  test("two of one name are removed on this host and, since a neighbor may have set one, on its parent domains", () => {
    const removed = "Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
    expect(settledSessionCookies(`__Secure-${NAME}=A; __Secure-${NAME}=B`, 60)).toEqual([
      `__Host-${NAME}=; ${removed}`,
      `__Secure-${NAME}=; ${removed}`,
      `__Secure-${NAME}=; ${removed}; Domain=inbox.shop.example.com`,
      `__Secure-${NAME}=; ${removed}; Domain=shop.example.com`,
      `__Secure-${NAME}=; ${removed}; Domain=example.com`,
    ]);
  });
});

for (const address of ["http://127.0.0.1:3000", "http://[::1]:3000", "http://localhost:3000"]) {
  test(`two of one name at ${address} are removed there alone, because it has no parent domain`, () => {
    serveAt(address);
    expect(settledSessionCookies(`${NAME}=A; ${NAME}=B`, 60)).toEqual([
      `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
    ]);
    expect(settledSessionCookies(`__Secure-${NAME}=A`, 60)).toEqual([]);
    expect(readSessionCookie(`__Secure-${NAME}=A`).token).toBeNull();
  });
}

import { testEnvironment } from "./environment.ts";

export const SESSION_COOKIE = "next-auth.session-token";

export type CookieJar = Map<string, string>;

/** Sends a request as a browser would, keeping its cookies. */
export async function browse(jar: CookieJar, path: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(testEnvironment.baseUrl + path, {
    redirect: "manual",
    headers: { Cookie: cookieHeader(jar) },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) jar.set(name, decodeURIComponent(value));
    else jar.delete(name);
  }
  return response;
}

export const cookieHeader = (jar: CookieJar) =>
  [...jar].map(([name, value]) => `${name}=${name === SESSION_COOKIE ? value : encodeURIComponent(value)}`).join("; ");

/** What next-auth wants with each form. */
export async function csrfToken(jar: CookieJar): Promise<string> {
  return (await (await browse(jar, "/api/auth/csrf")).json()).csrfToken;
}

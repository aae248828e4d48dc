import { expect } from "@playwright/test";
import { OidcStartedResponse } from "#lib/people/oidc/schema.ts";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { ask, type Call, send } from "./api-client.ts";
import { type CookieJar, SESSION_COOKIE } from "./cookie-jar.ts";
import { logIn, type Owner } from "./factories.ts";

/** A browser with a person in front of it who logs in through the provider of the service at `baseUrl`. */
export function oidcBrowser(baseUrl: string) {
  const jar: CookieJar = new Map();
  const headers = () => ({ Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") });
  const keep = (response: { headers: Headers }) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
  };
  const call = async (method: string, path: string, more: Call = {}) => {
    const response = await send(method, path, { baseUrl, ...more, headers: { ...more.headers, ...headers() } });
    keep(response);
    return response;
  };
  /** Begins a login, and returns where the provider is to be asked. */
  const begin = async (body: object = {}, path = "/auth/oidc/start") => {
    const response = await call("POST", path, { body });
    expect(response.status, response.text).toBe(200);
    return OidcStartedResponse.parse(JSON.parse(response.text)).url;
  };
  /** Logs in at the provider, and returns where it sends the browser back to. */
  const atProvider = async (url: string) => {
    const { headers: sent } = await fetch(url, { redirect: "manual" });
    return (sent.get("location") ?? "").replace(baseUrl, "");
  };
  /** Comes back from the provider, and returns the page that this leads to. */
  const arrive = async (callback: string, more: Call = {}) => {
    const response = await call("GET", callback, more);
    expect(response.status, response.text).toBe(303);
    return (response.headers.get("location") ?? "").replace(baseUrl, "");
  };
  return {
    jar,
    call,
    begin,
    atProvider,
    arrive,
    /** Logs in through the provider. Returns the page that this leads to. */
    logIn: async (body: object = {}) => arrive(await atProvider(await begin(body))),
    /** Links the account of who is logged in here. Returns the page that this leads to. */
    link: async (currentPassword: string) =>
      arrive(await atProvider(await begin({ currentPassword, next: "/settings" }, "/account/oidc"))),
    /** Logs in with the password. */
    logInWithPassword: async (owner: Owner) => void jar.set(SESSION_COOKIE, (await logIn(owner, { baseUrl })).token),
    /** Returns who is logged in here, or null. */
    account: async () => {
      const token = jar.get(SESSION_COOKIE);
      return token === undefined ? null : (await ask(AccountResponse, 200, "GET", "/account", { baseUrl, token })).user;
    },
  };
}

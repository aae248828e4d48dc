import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type OAuthClient, type OAuthEndpoints, OAuthError, postForm, requestTokens } from "./oauth.ts";

const SECOND_MS = 1_000;
const SLOWER_SECONDS = 5;

const Device = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  interval: z.coerce.number().positive().default(5),
});

const refreshTokenOf = ({ refresh_token: token }: { refresh_token?: string | undefined }): string => {
  if (token === undefined) throw new OAuthError("", "the provider sent no refresh token");
  return token;
};

/**
 * Logs in with a code that a person types in any browser (RFC 8628). `show` gets the page and the code. Returns a refresh token.
 * Throws `OAuthError`, also once the code has expired.
 */
export async function loginWithCode(
  { device, token, scope }: OAuthEndpoints,
  client: OAuthClient,
  show: (page: string, code: string) => void,
): Promise<string> {
  const started = await postForm(device, { client_id: client.id, scope }, Device);
  show(started.verification_uri, started.user_code);
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: started.device_code };
  const end = performance.now() + started.expires_in * SECOND_MS;
  for (let seconds = started.interval; performance.now() < end; ) {
    await wait(seconds * SECOND_MS);
    try {
      return refreshTokenOf(await requestTokens(token, client, grant));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.code === "slow_down") seconds += SLOWER_SECONDS;
      else if (error.code !== "authorization_pending" && error.code !== "") throw error;
    }
  }
  throw new OAuthError("expired_token", "the code has expired");
}

/**
 * Logs in with a browser that comes back to this host (RFC 8252), with PKCE. `show` gets the page to open, and may return what the
 * browser was sent back to, if it runs on another host. Returns a refresh token. Throws `OAuthError`.
 */
export async function loginWithBrowser(
  { authorize, token, scope }: OAuthEndpoints,
  client: OAuthClient,
  show: (page: string) => Promise<string>,
): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(16).toString("base64url");
  const { promise: back, resolve } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isBack = url.searchParams.has("state");
    response.writeHead(isBack ? 200 : 404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end(isBack ? "You can close this page, and go back to the terminal." : "");
    if (isBack) resolve(url.search);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = new URL(authorize);
    page.search = new URLSearchParams({
      client_id: client.id,
      redirect_uri: redirect,
      response_type: "code",
      scope,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      // Otherwise Google sends a refresh token at the first login only.
      access_type: "offline",
      prompt: "consent",
    }).toString();
    const code = readCode(await Promise.race([back, show(page.href)]), state);
    const grant = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier };
    return refreshTokenOf(await requestTokens(token, client, grant));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function readCode(address: string, state: string): string {
  const query = new URLSearchParams(address.trim().replace(/^[^?]*\?/, ""));
  if (query.get("state") !== state) throw new OAuthError("", "that isn't the address that this login ends at");
  const code = query.get("code");
  if (code === null)
    throw new OAuthError(query.get("error") ?? "", `the login failed: ${query.get("error") ?? "no code"}`);
  return code;
}

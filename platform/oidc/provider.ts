import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  skipSubjectCheck,
} from "openid-client";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { logFailure } from "../failure-log.ts";
import { log } from "../log.ts";
import { countOidc } from "../metrics/count.ts";
import { readWhole } from "../outgoing/read-response.ts";
import { processWide } from "../process-wide.ts";

/*
 * The OpenID Connect provider of the settings: the authorization code flow with PKCE, state and nonce. Its address is the
 * operator's, so it may be any.
 */

const CALLBACK = "/auth/oidc/callback";
const SCOPE = "openid email profile";
const PATIENCE_MS = 5_000;
const BYTES_MAX = 512 * 1024;
const DISCOVERY_LIFE_MS = 3_600_000;
const CLOCK_TOLERANCE_SECONDS = 60;

/** What the service knows of its provider without asking it. */
export type OidcProvider = { issuer: string; name: string; host: string };

/** Returns the provider of the settings, or null if there's none. */
export function oidcProvider(): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_NAME } = env();
  if (issuer === undefined) return null;
  const { host } = new URL(issuer);
  return { issuer, host, name: OIDC_NAME ?? host };
}

/** Returns the provider of the settings. Throws `not_accepted` if there's none. */
export function requireOidcProvider(): OidcProvider {
  const provider = oidcProvider();
  if (provider) return provider;
  throw new AppError("not_accepted", { detail: "This service has no login provider." });
}

class Unreachable extends Error {}

const unreachable = () =>
  new AppError("unavailable", {
    detail: `Can't reach ${requireOidcProvider().host} at the moment. Logging in with a password still works.`,
  });

// A response that's too long or too late is as good as none.
const fetchWithin: CustomFetch = async (url, { body, ...options }) => {
  try {
    const response = await fetch(url, {
      ...options,
      ...(body !== undefined && body !== null && { body: body as BodyInit }),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status >= 500) throw new Unreachable(`status ${response.status}`);
    const { status, headers } = response;
    return new Response(new Uint8Array(await readWhole(response.body, BYTES_MAX)), { status, headers });
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable("no response", { cause: error });
  }
};

// Without a word from the provider it's Basic (OpenID Connect Discovery 1.0, section 3).
const clientAuth =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = accepted.includes("client_secret_post") ? ClientSecretPost : ClientSecretBasic;
    authenticate(secret)(server, ...request);
  };

type Discovered = { config: Configuration; at: number };
const known = processWide("oidc provider", (): { discovered?: Discovered } => ({}));

/** Returns the provider's own description, at most an hour old. Throws `unavailable`. */
async function describeProvider(): Promise<Configuration> {
  const { issuer } = requireOidcProvider();
  const { OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET = "" } = env();
  const state = known();
  if (state.discovered && Date.now() - state.discovered.at < DISCOVERY_LIFE_MS) return state.discovered.config;
  try {
    const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const config = await discovery(new URL(issuer), OIDC_CLIENT_ID, metadata, clientAuth(OIDC_CLIENT_SECRET), {
      [customFetch]: fetchWithin,
      // Signatures too: the library alone trusts what comes straight from the provider. Plain http is for this host only.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [allowInsecureRequests] : [])],
    });
    state.discovered = { config, at: Date.now() };
    return config;
  } catch (error) {
    countOidc("unreachable");
    logFailure(error, "could not read the OpenID Connect provider's configuration");
    throw unreachable();
  }
}

/** What the browser keeps between leaving for the provider and coming back. */
export type OidcChecks = { state: string; nonce: string; verifier: string };

/** Returns where the browser logs in at the provider. Throws `unavailable`. */
export async function beginOidc(): Promise<{ url: string; checks: OidcChecks }> {
  const config = await describeProvider();
  const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(config, {
    redirect_uri: env().BASE_URL + CALLBACK,
    scope: SCOPE,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, checks };
}

/** Who someone is at the provider. The subject is theirs for good; the rest may change and proves nothing. */
export type OidcClaims = {
  issuer: string;
  subject: string;
  email?: string;
  /** Null if the provider doesn't say. */
  isVerified: boolean | null;
  name?: string;
};

/** Why a login at the provider didn't get as far as saying who someone is. */
export type OidcFailure = "canceled" | "unreachable" | "failed";

// Visible on some screen at least: an empty subject, which some providers send by mistake, would be everyone's.
const SUBJECT = /^(?=.*\S)\P{Cc}{1,255}$/u;
const REASON_MAX = 200;

/** Redeems what the browser brought back. `search` is the callback's query. */
export async function completeOidc(search: string, checks: OidcChecks): Promise<OidcClaims | OidcFailure> {
  try {
    const config = await describeProvider();
    const url = new URL(env().BASE_URL + CALLBACK + search);
    const tokens = await authorizationCodeGrant(config, url, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const { issuer } = requireOidcProvider();
    // Providers that speak for several issuers would each have their own subjects.
    if (!claims || !URL.canParse(claims.iss) || new URL(claims.iss).href !== issuer) return "failed";
    const { sub } = claims;
    if (!SUBJECT.test(sub)) return "failed";
    const { email, email_verified, name } = await completeClaims(config, claims, tokens.access_token);
    return {
      issuer,
      subject: sub,
      isVerified: email_verified === undefined ? null : email_verified === true,
      ...(typeof email === "string" && { email }),
      ...(typeof name === "string" && { name }),
    };
  } catch (error) {
    return failureOf(error);
  }
}

// Many providers put only the subject into the ID token, and return the rest from UserInfo (OpenID Connect Core 1.0,
// section 5.4). Without a response, the ID token has to do: an account that's linked needs no more.
async function completeClaims(
  config: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
  if (isComplete || !config.serverMetadata().userinfo_endpoint) return claims;
  try {
    const more = await fetchUserInfo(config, accessToken, skipSubjectCheck);
    // Claims of someone else are never used (section 5.3.2).
    if (more.sub !== claims.sub) return claims;
    // One response has both: it may speak of another address than the ID token.
    const { email, email_verified } = more.email === undefined ? claims : more;
    return { email, email_verified, name: claims.name ?? more.name };
  } catch (error) {
    log().warn({ reason: reasonOf(error) }, "could not read UserInfo from the OpenID Connect provider");
    return claims;
  }
}

function failureOf(error: unknown): OidcFailure {
  if (error instanceof AppError) return "unreachable";
  // `error` is the provider's code, and in the browser's hands: it's compared, not logged.
  if (error instanceof AuthorizationResponseError) {
    if (error.error === "access_denied") return "canceled";
    return ["temporarily_unavailable", "server_error"].includes(error.error) ? "unreachable" : "failed";
  }
  // A stranger can cause it with a code that's made up.
  log().warn({ reason: reasonOf(error) }, "could not complete a login at the OpenID Connect provider");
  return causes(error).some((cause) => cause instanceof Unreachable) ? "unreachable" : "failed";
}

// The library's and the provider's codes, never the content of the response.
function reasonOf(error: unknown): string {
  const { code, message } = error instanceof Error ? (error as Error & { code?: unknown }) : { message: typeof error };
  const reason = error instanceof ResponseBodyError ? error.error : `${String(code ?? "")} ${message}`;
  return reason.trim().slice(0, REASON_MAX);
}

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

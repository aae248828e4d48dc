import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { startReceiver } from "./webhook-receiver.ts";

/** Someone at the provider. */
export type Someone = { sub: string; email?: string; email_verified?: unknown; name?: string };

/** What the provider does wrong from now on. */
type Faults = {
  /** Changes the claims of the ID token. */
  claims?: (claims: JWTPayload) => JWTPayload;
  /** Signs with a key that it doesn't publish. */
  hasOtherKey?: boolean;
  /** Responds to nothing. */
  isSilent?: boolean;
  /** Responds to everything with this status. */
  status?: number;
  /** Responds to everything with a megabyte. */
  isLong?: boolean;
  /** Sends the browser back with this error. */
  error?: string;
  /** Keeps all but the subject out of the ID token, as Authelia does. They're in UserInfo, with these changes. */
  userInfo?: object;
  /** Accepts the client's secret in this way only. */
  authMethod?: "client_secret_basic" | "client_secret_post";
  /** Accepts a code more than once. */
  acceptsTwice?: boolean;
};

type Grant = { someone: Someone; nonce: string; challenge: string; redirectUri: string };

export const CLIENT = { id: "site-inbox", secret: "a secret of 24 letters" };

/** An OpenID Connect provider on a port of 127.0.0.1. Logging in there is one request, by the person that `logsIn` named. */
export async function startOidcProvider() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const other = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  let someone: Someone = { sub: "unset" };
  let faults: Faults = {};

  const idToken = ({ someone: { sub, ...rest }, nonce }: Grant) => {
    const now = Math.floor(Date.now() / 1_000);
    const known = faults.userInfo ? {} : rest;
    const claims = { iss: receiver.url, aud: CLIENT.id, sub, iat: now, exp: now + 300, nonce, ...known };
    return new SignJWT(faults.claims?.(claims) ?? claims)
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(faults.hasOtherKey ? other.privateKey : privateKey);
  };

  const isClient = (form: URLSearchParams, authorization: string) => {
    const { authMethod = "client_secret_post" } = faults;
    if (authMethod === "client_secret_basic") {
      // Both are form-encoded first (RFC 6749, section 2.3.1).
      const parts = atob(authorization.replace("Basic ", "")).replaceAll("+", " ").split(":").map(decodeURIComponent);
      return parts.join() === `${CLIENT.id},${CLIENT.secret}` && !form.has("client_secret");
    }
    return form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
  };

  const redeem = async (form: URLSearchParams, authorization: string) => {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      isClient(form, authorization) && grant?.challenge === challenge && grant.redirectUri === form.get("redirect_uri");
    if (!grant || !isRight) return { status: 400, json: { error: "invalid_grant" } };
    if (!faults.acceptsTwice) grants.delete(code);
    const json = { access_token: randomUUID(), token_type: "Bearer", id_token: await idToken(grant) };
    return { status: 200, json };
  };

  const authorize = (query: URLSearchParams) => {
    const redirectUri = query.get("redirect_uri") ?? "";
    const code = randomUUID();
    grants.set(code, {
      someone,
      nonce: query.get("nonce") ?? "",
      challenge: query.get("code_challenge") ?? "",
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (faults.error) back.searchParams.set("error", faults.error);
    else back.searchParams.set("code", code);
    return back.href;
  };

  const receiver = await startReceiver(({ path, body, headers }, response) => {
    const { pathname, searchParams } = new URL(path, receiver.url);
    const send = (status: number, json: object) =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    if (faults.isSilent) return;
    if (faults.status) return send(faults.status, {});
    if (faults.isLong) return send(200, { padding: "x".repeat(1_000_000) });
    if (pathname === "/authorize") return void response.writeHead(302, { Location: authorize(searchParams) }).end();
    if (pathname === "/token") {
      return void redeem(new URLSearchParams(body), headers.authorization ?? "").then(({ status, json }) =>
        send(status, json),
      );
    }
    if (pathname === "/userinfo") return send(200, { ...someone, ...faults.userInfo });
    if (pathname === "/keys") return send(200, { keys: [jwk] });
    return send(200, {
      issuer: receiver.url,
      authorization_endpoint: `${receiver.url}/authorize`,
      token_endpoint: `${receiver.url}/token`,
      userinfo_endpoint: `${receiver.url}/userinfo`,
      jwks_uri: `${receiver.url}/keys`,
      token_endpoint_auth_methods_supported: [faults.authMethod ?? "client_secret_post"],
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });

  return {
    url: receiver.url,
    received: receiver.received,
    /** The settings of a service that uses it. */
    settings: { OIDC_ISSUER: receiver.url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    /** Who logs in there from now on. */
    logsIn(next: Someone) {
      someone = next;
    },
    /** Goes wrong from now on, or right again. */
    fails(next: Faults = {}) {
      faults = next;
    },
    [Symbol.asyncDispose]: receiver.close,
  };
}

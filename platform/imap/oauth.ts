import { z } from "zod";
import { failureOf } from "../outgoing/failures.ts";
import { postSafely } from "../outgoing/post-safely.ts";
import type { Target } from "../outgoing/target.ts";

/** A mail provider that INBOUND_OAUTH names. `tenant` is the organization's at Microsoft. */
export type OAuthProvider = { name: "google" } | { name: "microsoft"; tenant: string };

/** The program that the provider knows. Microsoft gives public clients no secret. */
export type OAuthClient = { id: string; secret?: string | undefined };

/** Where a provider's pages and tokens are. */
export type OAuthEndpoints = { authorize: URL; device: Target; token: Target; scope: string };

const GOOGLE = "https://accounts.google.com/o/oauth2/v2/auth";
const GOOGLE_TOKEN = "https://oauth2.googleapis.com/token";
const GOOGLE_DEVICE = "https://oauth2.googleapis.com/device/code";
const MICROSOFT = "https://login.microsoftonline.com";

const target = (url: string): Target => ({ url: new URL(url), isNamed: false });

/** Returns a provider's addresses, and what's asked for: reading the mailbox, for as long as that isn't revoked. */
export function endpointsOf(provider: OAuthProvider): OAuthEndpoints {
  if (provider.name === "google") {
    return {
      authorize: new URL(GOOGLE),
      device: target(GOOGLE_DEVICE),
      token: target(GOOGLE_TOKEN),
      scope: "https://mail.google.com/",
    };
  }
  const base = `${MICROSOFT}/${provider.tenant}/oauth2/v2.0`;
  return {
    authorize: new URL(`${base}/authorize`),
    device: target(`${base}/devicecode`),
    token: target(`${base}/token`),
    scope: "https://outlook.office.com/IMAP.AccessAsUser.All offline_access",
  };
}

/** The provider refuses a token, or can't be asked. `code` is the standard's (RFC 6749), or empty without a response. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether only a person can help: the login has to be repeated, or the client is wrong. */
  get isRefused(): boolean {
    return /^(invalid_grant|invalid_client|unauthorized_client|invalid_request|interaction_required|consent_required)$/.test(
      this.code,
    );
  }
}

const Refused = z.object({ error: z.string(), error_description: z.string().default("") });
const Tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(3_600),
  refresh_token: z.string().min(1).optional(),
});
export type OAuthTokens = z.infer<typeof Tokens>;

/** Posts a form to a provider, and returns its response as the schema reads it. Throws `OAuthError`. */
export async function postForm<T>(
  { url, isNamed }: Target,
  form: Record<string, string>,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T> {
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const post = { headers, body: new URLSearchParams(form).toString() };
  const response = await postSafely({ url, isNamed }, post, signal ? { signal } : {}).catch((error: unknown) => {
    throw new OAuthError("", `${url.host} can't be reached (${failureOf(error) ?? String(error)})`);
  });
  const body = readJson(response.body);
  const read = schema.safeParse(body);
  if (response.status === 200 && read.success) return read.data;
  const refused = Refused.safeParse(body);
  if (!refused.success) throw new OAuthError("", `${url.host} responded with status ${response.status}`);
  const { error, error_description: description } = refused.data;
  const [line = ""] = description.split(/\r?\n/);
  throw new OAuthError(error, `${url.host} refuses: ${error}${line === "" ? "" : ` (${line.slice(0, 200)})`}`);
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

const clientFields = ({ id, secret }: OAuthClient) => ({ client_id: id, ...(secret && { client_secret: secret }) });

/** Asks for tokens with what the provider accepts as a grant. Throws `OAuthError`. */
export const requestTokens = (
  token: Target,
  client: OAuthClient,
  grant: Record<string, string>,
  signal?: AbortSignal,
): Promise<OAuthTokens> => postForm(token, { ...clientFields(client), ...grant }, Tokens, signal);

/** Exchanges a refresh token for an access token, and at Microsoft for the next refresh token. Throws `OAuthError`. */
export const refreshTokens = (
  { token, scope }: Pick<OAuthEndpoints, "token" | "scope">,
  client: OAuthClient,
  refreshToken: string,
  signal?: AbortSignal,
): Promise<OAuthTokens> =>
  requestTokens(token, client, { grant_type: "refresh_token", refresh_token: refreshToken, scope }, signal);

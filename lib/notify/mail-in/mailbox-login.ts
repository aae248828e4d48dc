import { env } from "#platform/env.ts";
import type { ImapLogin } from "#platform/imap/mailbox.ts";
import { endpointsOf, type OAuthEndpoints, OAuthError, type OAuthTokens, refreshTokens } from "#platform/imap/oauth.ts";
import { log } from "#platform/log.ts";
import { listRefreshTokens, storeRefreshToken } from "./mailbox.system.ts";

const EARLY_MS = 300_000;
const SECOND_MS = 1_000;

/** Logs in to the mailbox of the settings, with a password or with tokens (OAuth 2.0). */
export class MailboxLogin {
  readonly #endpoints: OAuthEndpoints | undefined;
  #access: { token: string; until: number } | null = null;

  /** `endpoints` are asked in place of the provider's. */
  constructor(endpoints?: OAuthEndpoints) {
    this.#endpoints = endpoints;
  }

  /** Returns what the mailbox is logged in to with. Throws `OAuthError`. */
  async get(signal: AbortSignal): Promise<ImapLogin> {
    const { INBOUND_IMAP_URL, INBOUND_OAUTH } = env();
    const { user = "", pass = "" } = INBOUND_IMAP_URL ?? {};
    if (!INBOUND_OAUTH) return { user, pass: pass ?? "" };
    if (this.#access && this.#access.until > Date.now()) return { user, accessToken: this.#access.token };
    const { access_token: token, expires_in: seconds } = await this.#refresh(
      this.#endpoints ?? endpointsOf(INBOUND_OAUTH),
      signal,
    );
    this.#access = { token, until: Date.now() + seconds * SECOND_MS - EARLY_MS };
    return { user, accessToken: token };
  }

  /** Forgets the access token, which the server refused. Returns whether a new one may help. */
  forget(): boolean {
    const mayHelp = this.#access !== null;
    this.#access = null;
    return mayHelp;
  }

  async #refresh(endpoints: OAuthEndpoints, signal: AbortSignal): Promise<OAuthTokens> {
    const { INBOUND_OAUTH_CLIENT_ID: id = "", INBOUND_OAUTH_CLIENT_SECRET: secret } = env();
    const refreshing = await listRefreshTokens();
    for (const [at, token] of refreshing.entries()) {
      try {
        const tokens = await refreshTokens(endpoints, { id, secret }, token, signal);
        if (tokens.refresh_token !== undefined && tokens.refresh_token !== token)
          await storeRefreshToken(tokens.refresh_token);
        return tokens;
      } catch (error) {
        const isLast = at === refreshing.length - 1;
        if (isLast || !(error instanceof OAuthError) || !error.isRefused) throw error;
        // As after a restore: the one that's stored is older than the one that was used last.
        log().warn(
          { reason: error.message },
          "the provider refuses the stored token of the mailbox; trying the setting",
        );
      }
    }
    throw new Error("there's always a token to try");
  }
}

import type { AuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import credentials from "next-auth/providers/credentials";
import { closeSession, renewSession } from "#lib/base/sessions/sessions.system.ts";
import { readUserToken, signUserToken, USER_TOKEN_DAYS, userTokenExpiry } from "#lib/base/sessions/user-token.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { log } from "#platform/log.ts";
import { authorize, type LoginContext } from "./authorize.ts";
import { ownRedirect } from "./same-origin.ts";
import { secureCookies, sessionCookieName, sessionCookieOptions } from "./session-cookie.ts";

/*
 * next-auth keeps the very token of contract.md section 3 in its cookie: the same commands create and revoke its
 * session, and the same verifier reads it. A cookie and a Bearer header differ only in how they're sent.
 */

const DAY_SECONDS = 86_400;

// next-auth clears the cookie if this throws. An outage is no reason for that.
async function keepSession(token: JWT, device: string | null): Promise<JWT> {
  try {
    await renewSession({ userId: token.sub ?? "", sessionId: token.sid }, device);
  } catch (error) {
    if (error instanceof AppError) throw error;
    logFailure(error, "could not renew a session");
  }
  return token;
}

export function nextAuthOptions(options: LoginContext): AuthOptions {
  return {
    secret: env().AUTH_SECRET,
    logger: {
      // The code only: the rest contains values from the request.
      error: (code) => log().warn({ code }, "next-auth"),
      warn: (code) => log().warn({ code }, "next-auth"),
      debug: () => undefined,
    },
    useSecureCookies: secureCookies(),
    cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
    pages: { signIn: "/login", error: "/login" },
    session: { strategy: "jwt", maxAge: USER_TOKEN_DAYS * DAY_SECONDS },
    providers: [
      credentials({
        credentials: { email: {}, password: {}, token: {} },
        authorize: (given) => authorize(given, options),
      }),
    ],
    jwt: {
      encode: async ({ token }) =>
        signUserToken({ userId: token?.sub ?? "", sessionId: token?.sid ?? "" }, userTokenExpiry()),
      decode: async ({ token }) => {
        try {
          const { userId, sessionId } = await readUserToken(token ?? "");
          return { sub: userId, sid: sessionId };
        } catch (error) {
          if (error instanceof AppError) return null;
          throw error;
        }
      },
    },
    callbacks: {
      jwt: async ({ token, user }) =>
        user ? { sub: user.id, sid: user.sessionId } : keepSession(token, options.device),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => ownRedirect(url, baseUrl),
    },
    events: {
      signOut: async ({ token }: { token: JWT | null }) => {
        // An invalid token has no session to end.
        if (token) await closeSession({ userId: token.sub ?? "", sessionId: token.sid });
      },
    },
  };
}

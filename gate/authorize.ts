import type { User } from "next-auth";
import { logIn } from "#lib/people/owners/log-in.system.ts";
import { LogInBody } from "#lib/people/owners/schema.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { callerAddress } from "#platform/request-context.ts";
import { personOfToken } from "./owner-gate.ts";

export type LoginContext = {
  /** See describeDevice. */
  device: string | null;
  /** Called if a login is refused for a reason that next-auth can't express. */
  onRefusal: (error: AppError) => void;
};

/** Returns the user a next-auth login admits, or null if the password or token is wrong. */
export async function authorize(
  given: Record<string, string> | undefined,
  { device, onRefusal }: LoginContext,
): Promise<User | null> {
  try {
    // After registering, the browser brings the token of the session that this created.
    if (given?.token) {
      const { userId, sessionId } = await personOfToken(given.token);
      return { id: userId, sessionId };
    }
    const body = LogInBody.safeParse(given);
    if (!body.success) return null;
    const { user, sessionId } = await logIn(body.data, { device, address: callerAddress() });
    return { id: user.id, sessionId };
  } catch (error) {
    if (error instanceof AppError && EXPLAINED.has(error.code)) onRefusal(error);
    if (error instanceof AppError) return null;
    // next-auth returns the message of any error thrown here.
    logFailure(error, "login failed");
    throw new Error("unavailable");
  }
}

const EXPLAINED = new Set<ErrorCode>(["second_factor_required", "rate_limited", "unavailable"]);

import NextAuth from "next-auth";
import { nextAuthOptions } from "#gate/next-auth-options.ts";
import { describeDevice } from "#lib/sessions/device.ts";
import { AppError } from "#platform/errors.ts";
import { limitResponse } from "#platform/http/problem.ts";
import { callerAddress } from "#platform/request-context.ts";
import { countRequest } from "#routes/request-limits.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

const READ = ["GET", "HEAD"];

// What the dashboard uses, and the pages that next-auth redirects to. Its other actions only let strangers fill the log.
const METHODS = new Map([
  ["csrf", READ],
  ["session", READ],
  ["signin", READ],
  ["signout", [...READ, "POST"]],
  ["callback/credentials", ["POST"]],
]);

const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

// next-auth fails on a body that it can't parse, or on a method that an action doesn't have.
function requireReadable(action: string, { method, headers }: Request): void {
  const allowed = METHODS.get(action);
  if (!allowed) throw new AppError("not_found");
  if (!allowed.includes(method)) throw new AppError("method_not_allowed", { allow: allowed.join(", ") });
  const type = headers.get("content-type");
  if (method !== "POST" || type === null || FORM.test(type)) return;
  throw new AppError("unsupported_media_type", { detail: "Send application/x-www-form-urlencoded in UTF-8." });
}

const handle = (request: Request, context: Context): Promise<Response> =>
  limitResponse(async (onRefusal) => {
    countRequest(null, callerAddress());
    requireReadable((await context.params).nextauth.join("/"), request);
    const device = describeDevice(request.headers.get("user-agent"));
    return NextAuth(nextAuthOptions({ device, onRefusal }))(request, context);
  });

export { handle as GET, handle as POST };

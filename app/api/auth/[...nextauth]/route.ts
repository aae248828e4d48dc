import NextAuth from "next-auth";
import { methodsOfLoginAction } from "#gate/login-actions.ts";
import { nextAuthOptions } from "#gate/next-auth-options.ts";
import { AppError } from "#platform/errors.ts";
import { limitResponse } from "#platform/http/problem.ts";
import { callerAddress } from "#platform/request-context.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { countRequest } from "#routes/request-limits.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

// next-auth fails on a body that it can't parse, or on a method that an action doesn't have.
function requireReadable(action: string, { method, headers }: Request): void {
  const allowed = methodsOfLoginAction(action);
  if (!allowed) throw new AppError("not_found");
  if (!allowed.includes(method)) throw new AppError("method_not_allowed", { allow: allowed.join(", ") });
  const type = headers.get("content-type");
  if (method !== "POST" || type === null || FORM.test(type)) return;
  throw new AppError("unsupported_media_type", { detail: "Send application/x-www-form-urlencoded in UTF-8." });
}

// next-auth fails on HEAD, which is GET without the body. It reads the URL from nextUrl.
function asGet(request: Request): Request {
  if (request.method !== "HEAD") return request;
  const { url, headers } = request;
  return Object.assign(new Request(url, { headers }), { nextUrl: new URL(url) });
}

const handle = (request: Request, context: Context): Promise<Response> =>
  limitResponse(async (onRefusal) => {
    countRequest(null, callerAddress());
    requireReadable((await context.params).nextauth.join("/"), request);
    const device = describeDevice(request.headers.get("user-agent"));
    return NextAuth(nextAuthOptions({ device, onRefusal }))(asGet(request), context);
  });

export { handle as GET, handle as POST };

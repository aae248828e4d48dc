import NextAuth from "next-auth";
import { nextAuthOptions } from "#gate/next-auth-options.ts";
import { describeDevice } from "#lib/sessions/device.ts";
import { limitResponse } from "#platform/http/problem.ts";
import { callerAddress } from "#platform/request-context.ts";
import { countRequest } from "#routes/request-limits.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// next-auth lets anyone post lines for its logger here.
const LOG_ACTION = "_log";

const handle = (request: Request, context: Context): Promise<Response> =>
  limitResponse(async (onRefusal) => {
    countRequest(null, callerAddress());
    const [action] = (await context.params).nextauth;
    if (action === LOG_ACTION) return new Response(null, { status: 204 });
    const device = describeDevice(request.headers.get("user-agent"));
    return NextAuth(nextAuthOptions({ device, onRefusal }))(request, context);
  });

export { handle as GET, handle as POST };

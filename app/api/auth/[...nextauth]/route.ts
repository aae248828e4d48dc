import NextAuth from "next-auth";
import { deviceOf } from "#lib/auth/device.ts";
import { nextAuthOptions } from "#lib/auth/next-auth-options.ts";
import { callerAddress } from "#lib/caller-address.ts";
import { limitAnswer } from "#lib/http/limit-answer.ts";
import { countRequest } from "#lib/http/request-limits.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

const handle = (request: Request, context: Context): Promise<Response> =>
  limitAnswer(async (onRefusal) => {
    countRequest(null, callerAddress());
    const device = deviceOf(request.headers.get("user-agent"));
    return NextAuth(nextAuthOptions({ device, onRefusal }))(request, context);
  });

export { handle as GET, handle as POST };

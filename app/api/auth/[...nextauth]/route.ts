import NextAuth from "next-auth";
import { deviceOf } from "#lib/auth/device.ts";
import { nextAuthOptions } from "#lib/auth/next-auth-options.ts";
import { limitAnswer } from "#lib/http/limit-answer.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

const handle = (request: Request, context: Context): Promise<Response> =>
  limitAnswer((onLimit) => {
    const device = deviceOf(request.headers.get("user-agent"));
    return NextAuth(nextAuthOptions({ device, onLimit }))(request, context);
  });

export { handle as GET, handle as POST };

import NextAuth from "next-auth";
import { nextAuthOptions } from "#lib/auth/next-auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

const handle = (request: Request, context: Context): Promise<Response> => NextAuth(nextAuthOptions())(request, context);

export { handle as GET, handle as POST };

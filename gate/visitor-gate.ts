import type { VisitorScope } from "#lib/access/scopes.ts";
import { bearerToken } from "./credential.ts";
import { readWidgetToken } from "./widget-token.ts";

/** Lets a visitor's request in by its widget token alone: a cookie never vouches for a visitor. Touches no database. */
export async function visitorOfRequest(request: Request): Promise<VisitorScope> {
  return readWidgetToken(bearerToken(request.headers.get("authorization")));
}

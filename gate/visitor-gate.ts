import type { VisitorScope } from "#lib/access/scopes.ts";
import { bearerToken } from "./credential.ts";
import { readWidgetToken } from "./widget-token.ts";

/**
 * Admits a visitor's request by its widget token only. A cookie never authenticates a visitor. Doesn't query the
 * database.
 */
export async function visitorOfRequest(request: Request): Promise<VisitorScope> {
  return readWidgetToken(bearerToken(request.headers.get("authorization")));
}

import { mintVisitorScope, type VisitorScope } from "#lib/base/access/scopes.ts";
import { readWidgetToken } from "#lib/widget/widget-sessions/widget-token.ts";
import { bearerToken } from "./credential.ts";

/**
 * Admits a visitor's request by its widget token only. A cookie never authenticates a visitor. Doesn't query the
 * database.
 */
export async function visitorOfRequest(request: Request): Promise<VisitorScope> {
  return mintVisitorScope(await readWidgetToken(bearerToken(request.headers.get("authorization"))));
}

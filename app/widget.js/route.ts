import { findLoaderGreetings } from "#lib/sites/greetings/loader-greetings.system.ts";
import { findSiteOfLoader } from "#lib/sites/sites/site-by-key.system.ts";
import { noteTagSeen } from "#lib/sites/sites/tag-seen.system.ts";
import { builtWidget } from "#lib/widget/widget/built-files.ts";
import { loaderScript, UNKNOWN_SITE_SCRIPT } from "#lib/widget/widget/loader-script.ts";
import { env } from "#platform/env.ts";
import { cacheableText } from "#platform/http/cacheable-text.ts";

export const dynamic = "force-dynamic";

/**
 * Serves the script of the embed. An unknown key is a 200 too: browsers run no other, and the script says what is
 * wrong.
 */
export async function GET(request: Request): Promise<Response> {
  const site = await findSiteOfLoader(new URL(request.url).searchParams.get("site") ?? "");
  if (site) void noteTagSeen(site, request.headers);
  const greetings = site?.greets ? await findLoaderGreetings(site.id) : undefined;
  const script = site ? loaderScript(builtWidget().loaders, site, env().BASE_URL, greetings) : UNKNOWN_SITE_SCRIPT;
  return cacheableText(request, script, 200, {
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": "public, max-age=120",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
  });
}

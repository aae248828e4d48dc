import { findSiteByPublicKey } from "#lib/sites/sites/site-by-key.system.ts";
import { inLanguage } from "#lib/sites/words/site-in-language.system.ts";
import { builtWidget } from "#lib/widget/widget/built-files.ts";
import { frameDocument, framePolicy, readFrameOptions } from "#lib/widget/widget/frame-document.ts";
import { cacheableText } from "#platform/http/cacheable-text.ts";

export const dynamic = "force-dynamic";

/** Serves the document of the widget's frame. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const files = builtWidget();
  const options = readFrameOptions(files, query);
  const known = await findSiteByPublicKey(query.get("site") ?? "");
  const site = known && (await inLanguage(known, options.language));
  return cacheableText(request, frameDocument(files, site, options), site ? 200 : 404, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": framePolicy(site?.domain ?? null),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    // A page that isolates itself (COEP) may only frame documents with both of these headers.
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}

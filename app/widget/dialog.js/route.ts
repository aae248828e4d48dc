import { builtWidget } from "#lib/widget/widget/built-files.ts";
import { cacheableText } from "#platform/http/cacheable-text.ts";

/**
 * Serves the script that the loader fetches when the chat is first opened. Whichever version a page asks for, it gets
 * the current one: the page may have been open since before an update.
 */
export function GET(request: Request): Promise<Response> {
  const { text, version } = builtWidget().dialog;
  const isPresent = new URL(request.url).searchParams.get("v") === version;
  return cacheableText(
    request,
    text,
    200,
    {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": isPresent ? "public, max-age=31536000, immutable" : "no-cache",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Access-Control-Allow-Origin": "*",
    },
    "best",
  );
}

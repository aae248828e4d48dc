import { cacheableText } from "#platform/http/cacheable-text.ts";
import { builtDocument } from "#routes/document/built-document.ts";

export const dynamic = "force-dynamic";

/** Serves the document of the whole API (OpenAPI 3.1), the same for everyone and for pages of any origin. */
export function GET(request: Request): Promise<Response> {
  return cacheableText(request, builtDocument().text, 200, {
    "Content-Type": "application/json",
    "Cache-Control": "no-cache",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}

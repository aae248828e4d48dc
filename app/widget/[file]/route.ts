import { builtWidget } from "#lib/widget/widget/built-files.ts";
import { cacheableText } from "#platform/http/cacheable-text.ts";

type Context = { params: Promise<{ file: string }> };

/** Serves the panel's scripts and styles. Their names change with their content, so they're cached forever. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  const panelFile = builtWidget().panelFiles.get(file);
  if (!panelFile) return new Response("There is no such file.\n", { status: 404 });
  return cacheableText(
    request,
    panelFile.text,
    200,
    {
      "Content-Type": panelFile.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      // In a sandboxed frame our own files come from another origin.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Access-Control-Allow-Origin": "*",
    },
    "best",
  );
}

import { textColorOn } from "../sites/contrast.ts";
import { frameAncestors } from "../sites/domain.ts";

type PanelAddresses = { script: string; style: string; words: ReadonlyMap<string, string> };
type SiteOfFrame = { publicKey: string; name: string; accentColor: string; welcomeMessage: string };

/** What the URL of the frame asks for. */
export type FrameOptions = {
  language: string;
  theme: "light" | "dark" | undefined;
  /** It fills a page, so there's nothing to close it into. */
  isWhole?: boolean;
};

const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa", "Syrc"]);
const DEFAULT_LANGUAGE = "en";
const GONE = "This chat is no longer available.";

/** Reads language and theme from the frame's URL. Unknown values are ignored. */
export function readFrameOptions(files: PanelAddresses, query: URLSearchParams): FrameOptions {
  const language = query.get("lang") ?? "";
  const theme = query.get("theme");
  return {
    language: files.words.has(language) ? language : DEFAULT_LANGUAGE,
    theme: theme === "light" || theme === "dark" ? theme : undefined,
    isWhole: query.has("whole"),
  };
}

/**
 * Returns the document of the widget's frame. It carries the site's looks as attributes, so that the panel can draw
 * before its first request returns. Without a site it says so.
 */
export function frameDocument(files: PanelAddresses, site: SiteOfFrame | null, options: FrameOptions): string {
  const { language, theme, isWhole } = options;
  const { script = "" } = new Intl.Locale(language).maximize();
  const direction = RIGHT_TO_LEFT.has(script) ? "rtl" : "ltr";
  // In a sandboxed frame our files are another origin's, and only a script loaded with CORS can import others.
  return `<!doctype html>
<html lang="${language}" dir="${direction}"${theme ? ` data-theme="${theme}"` : ""}${isWhole ? " data-whole" : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<title>${site ? escapeHtml(site.name) : "Chat"}</title>
<link rel="stylesheet" href="${files.style}">
<script src="${files.words.get(language)}" defer></script>
<script src="${files.script}" crossorigin defer></script>
</head>
<body>
<main id="panel"${site ? attributes(site) : ""}><noscript>${site ? "This chat needs JavaScript." : GONE}</noscript></main>
</body>
</html>
`;
}

/** The frame contains the visitor's tokens: only our own files run in it, and only the site's pages may frame it. */
export function framePolicy(domain: string | null): string {
  const ancestors = frameAncestors(domain);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // Not `*`, which leaves out pages without a network address: files, app shells and sandboxed frames.
    ...(ancestors ? [`frame-ancestors ${ancestors}`] : []),
  ].join("; ");
}

function attributes(site: SiteOfFrame): string {
  const data = {
    key: site.publicKey,
    name: site.name,
    color: site.accentColor,
    ink: textColorOn(site.accentColor),
    welcome: site.welcomeMessage,
  };
  return Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? "&#13;");
}

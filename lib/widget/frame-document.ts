import { textColorOn } from "../sites/contrast.ts";
import { frameAncestors } from "../sites/domain.ts";

type PanelAddresses = { script: string; style: string; words: ReadonlyMap<string, string> };
type SiteOfFrame = { publicKey: string; name: string; accentColor: string; welcomeMessage: string };

/** How the frame is to be: what its address asks for, where that is something there is. */
export type FrameLook = {
  language: string;
  theme: "light" | "dark" | undefined;
  /** It is all of a page, so there is nothing to close it into. */
  isWhole?: boolean;
};

const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa", "Syrc"]);
const DEFAULT_LANGUAGE = "en";
const GONE = "This chat is no longer available.";

/** Reads language and theme from the frame's address; anything else than what there is counts as not given. */
export function readFrameLook(files: PanelAddresses, query: URLSearchParams): FrameLook {
  const language = query.get("lang") ?? "";
  const theme = query.get("theme");
  return {
    language: files.words.has(language) ? language : DEFAULT_LANGUAGE,
    theme: theme === "light" || theme === "dark" ? theme : undefined,
    isWhole: query.has("whole"),
  };
}

/**
 * The document in the widget's frame. The site's looks are in it as attributes, so that the panel is drawn before its
 * first request is answered; without a site it says so.
 */
export function frameDocument(files: PanelAddresses, site: SiteOfFrame | null, look: FrameLook): string {
  const { language, theme, isWhole } = look;
  const { script = "" } = new Intl.Locale(language).maximize();
  const direction = RIGHT_TO_LEFT.has(script) ? "rtl" : "ltr";
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
<script src="${files.script}" defer></script>
</head>
<body>
<main id="panel"${site ? attributes(site) : ""}><noscript>${site ? "This chat needs JavaScript." : GONE}</noscript></main>
</body>
</html>
`;
}

/** The frame holds the visitor's tokens: nothing but our own files runs in it, and only the site's pages may frame it. */
export function framePolicy(domain: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${frameAncestors(domain)}`,
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

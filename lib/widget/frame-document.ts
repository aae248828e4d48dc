import { frameAncestors } from "../sites/domain.ts";

type PanelAddresses = { script: string; style: string };
type SiteOfFrame = { publicKey: string; name: string; accentColor: string; welcomeMessage: string };

const GONE = "This chat is no longer available.";

/**
 * The document in the widget's frame. The site's looks are in it as attributes, so that the panel is drawn before its
 * first request is answered; without a site it says so.
 */
export function frameDocument(files: PanelAddresses, site: SiteOfFrame | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${site ? escapeHtml(site.name) : "Chat"}</title>
<link rel="stylesheet" href="${files.style}">
<script src="${files.script}" defer></script>
</head>
<body>
<main id="panel" aria-label="Chat"${site ? attributes(site) : ""}><noscript>${site ? "This chat needs JavaScript." : GONE}</noscript></main>
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

import { env } from "#platform/env.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import type { OpenTimes } from "../../sites/hours/schema.ts";
import { textColorOn, visibleOn } from "../../sites/sites/contrast.ts";
import { frameAncestors } from "../../sites/sites/domain.ts";
import { SITE_OPTIONS } from "../../sites/sites/fields.ts";
import type { SiteAppearance, VisitorsSettings } from "../../sites/sites/schema.ts";
import { MARKS } from "./icons.ts";

type PanelAddresses = {
  script: string;
  style: string;
  words: ReadonlyMap<string, string>;
  parts: ReadonlyMap<string, string>;
};
type SiteOfFrame = {
  publicKey: string;
  name: string;
  accentColor: string;
  welcomeMessage: string;
  appearance: Pick<SiteAppearance, "mark" | "header" | "theme">;
  logoHash: string | null;
  personName: string | null;
  replyMinutes: number | null;
  replyTimeText: string | null;
  openTimes: OpenTimes | null;
  whenClosed: VisitorsSettings["whenClosed"];
  starterQuestions: string[];
};

/** What the URL of the frame asks for. */
export type FrameOptions = {
  language: string;
  /** Undefined: the site's. */
  theme: SiteAppearance["theme"] | undefined;
  /** It fills a page, so there's nothing to close it into. */
  isWhole?: boolean;
};

const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa", "Syrc"]);
const DEFAULT_LANGUAGE = "en";
/** The panel's background in the dark (widget/panel/styles/theme.css). */
const DARK_SURFACE = "#1c1b19";
const GONE = "This chat is no longer available.";

/** Reads language and theme from the frame's URL. Unknown values are ignored. */
export function readFrameOptions(files: PanelAddresses, query: URLSearchParams): FrameOptions {
  const language = query.get("lang") ?? "";
  const theme = query.get("theme");
  return {
    language: files.words.has(language) ? language : DEFAULT_LANGUAGE,
    theme: SITE_OPTIONS.theme.find((known) => known === theme),
    isWhole: query.has("whole"),
  };
}

/**
 * Returns the document of the widget's frame. It carries the site's looks as attributes, so that the panel can draw
 * before its first request returns. Without a site it says so.
 */
export function frameDocument(files: PanelAddresses, site: SiteOfFrame | null, options: FrameOptions): string {
  const { language, isWhole } = options;
  const wanted = options.theme ?? site?.appearance.theme;
  const theme = wanted === "auto" ? undefined : wanted;
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
<script src="${files.script}" crossorigin defer></script>${site ? preloads(files, site) : ""}
</head>
<body>
<main id="panel"${site ? attributes(site) : ""}><noscript>${site ? "This chat needs JavaScript." : GONE}</noscript></main>
</body>
</html>
`;
}

const hasPresence = ({ personName, replyMinutes, replyTimeText, openTimes }: SiteOfFrame) =>
  Boolean(personName ?? replyMinutes ?? replyTimeText ?? openTimes);

/** What the panel loads as soon as it has drawn, one after the other (widget/panel/presence.tsx). */
function preloads({ parts }: PanelAddresses, site: SiteOfFrame): string {
  if (!hasPresence(site)) return "";
  const names = ["details", "presence", ...(site.openTimes && site.whenClosed === "form" ? ["form"] : [])];
  return names.map((name) => `\n<link rel="modulepreload" href="${parts.get(name)}">`).join("");
}

// Links of files are absolute.
function filesFrom(): string {
  const { BASE_URL, FILES_URL } = env();
  return ["'self'", BASE_URL, FILES_URL].filter(Boolean).join(" ");
}

/** The frame contains the visitor's tokens: only our own files run in it, and only the site's pages may frame it. */
export function framePolicy(domain: string | null): string {
  const ancestors = frameAncestors(domain);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${filesFrom()}`,
    `media-src ${filesFrom()}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // Not `*`, which leaves out pages without a network address: files, app shells and sandboxed frames.
    ...(ancestors ? [`frame-ancestors ${ancestors}`] : []),
  ].join("; ");
}

function attributes(site: SiteOfFrame): string {
  const { accentColor, appearance, logoHash, personName, replyMinutes, replyTimeText, openTimes } = site;
  const dark = visibleOn(accentColor, DARK_SURFACE);
  const look = {
    key: site.publicKey,
    name: site.name,
    letter: firstLetter(site.name),
    welcomeMessage: site.welcomeMessage,
    starterQuestions: site.starterQuestions,
    mark: MARKS[appearance.mark],
    colors: { color: accentColor, ink: textColorOn(accentColor), dark, "dark-ink": textColorOn(dark) },
    ...(logoHash && { logoUrl: pictureUrl(logoHash) }),
    ...(personName && { personName }),
    ...(replyMinutes && { replyMinutes }),
    ...(replyTimeText !== null && { replyTimeText }),
    ...(openTimes && { openTimes, whenClosed: site.whenClosed }),
    ...(hasPresence(site) && { hasPresence: true }),
  };
  const data = { site: JSON.stringify(look), header: appearance.header };
  return Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase("en") ?? "";
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? "&#13;");
}

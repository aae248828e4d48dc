// By their own names in a User-Agent, those first that also carry another's.
const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPX|OPiOS|Opera)\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["DuckDuckGo", /\b(DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(Firefox|FxiOS|Focus)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+ .*\bSafari\//],
];

const SYSTEMS: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b|\bMac OS X\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

// A program's User-Agent starts with its own name (RFC 9110 section 10.1.5).
const PROGRAM = /^([A-Za-z][\w.-]{0,39})(?=[/ ;(]|$)/;
const READ_MAX = 512;

const find = (known: [name: string, sign: RegExp][], text: string) => known.find(([, sign]) => sign.test(text))?.[0];

/**
 * Describes a device in a few words, from a request's User-Agent: "Firefox on Windows", or a program's name. Null if
 * it's unknown. Versions and other details that identify a person's browser are left out.
 */
export function describeDevice(userAgent: string | null): string | null {
  const text = (userAgent ?? "").slice(0, READ_MAX);
  if (!text.startsWith("Mozilla/")) return PROGRAM.exec(text)?.[1] ?? null;
  const [browser, system] = [find(BROWSERS, text), find(SYSTEMS, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : null);
}

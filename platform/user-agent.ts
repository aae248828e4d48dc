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

/** Returns the names of a person's browser and system, without versions, from a request's User-Agent. */
export function readUserAgent(userAgent: string | null): { browser: string | undefined; system: string | undefined } {
  const text = (userAgent ?? "").slice(0, READ_MAX);
  if (!text.startsWith("Mozilla/")) return { browser: undefined, system: undefined };
  return { browser: find(BROWSERS, text), system: find(SYSTEMS, text) };
}

/**
 * Describes a device in a few words, from a request's User-Agent: "Firefox on Windows", or a program's name. Null if
 * it's unknown. Versions and other details that identify a person's browser are left out.
 */
export function describeDevice(userAgent: string | null): string | null {
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  if (browser ?? system) return browser ?? `A browser on ${system}`;
  return userAgent?.startsWith("Mozilla/") ? null : (PROGRAM.exec(userAgent ?? "")?.[1] ?? null);
}

import { cookies, headers } from "next/headers";
import type { Reader } from "./reader.tsx";

/** What a request says about how its sender reads times: the language, and the time zone that an earlier page noted. */
export async function readerOfRequest(): Promise<Reader> {
  const [header, jar] = await Promise.all([headers(), cookies()]);
  return {
    language: supportedLanguage(header.get("accept-language")),
    timeZone: supportedZone(jar.get("time-zone")?.value),
    now: Date.now(),
  };
}

function supportedLanguage(accepted: string | null): string {
  const [first = ""] = (accepted ?? "").split(/[,;]/);
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(first.trim())[0] ?? "en";
  } catch {
    return "en";
  }
}

function supportedZone(named: string | undefined): string {
  if (!named) return "UTC";
  try {
    return new Intl.DateTimeFormat("en", { timeZone: named }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

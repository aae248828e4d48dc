import { cookies, headers } from "next/headers";
import { supportedLanguage } from "#platform/supported-language.ts";
import type { Reader } from "./reader.tsx";

/** Returns how the sender of a request reads times: the language, and the time zone that an earlier page stored. */
export async function readerOfRequest(): Promise<Reader> {
  const [header, jar] = await Promise.all([headers(), cookies()]);
  return {
    language: supportedLanguage([header.get("accept-language")?.split(/[,;]/)[0]?.trim()]),
    timeZone: supportedZone(jar.get("time-zone")?.value),
    now: Date.now(),
  };
}

function supportedZone(named: string | undefined): string {
  if (!named) return "UTC";
  try {
    return new Intl.DateTimeFormat("en", { timeZone: named }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

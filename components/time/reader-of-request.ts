import { cookies, headers } from "next/headers";
import { supportedLanguage } from "#platform/supported-language.ts";
import { supportedZone } from "#platform/supported-zone.ts";
import type { Reader } from "./reader.tsx";

/** Returns how the sender of a request reads times: the language, and the time zone that an earlier page stored. */
export async function readerOfRequest(): Promise<Reader> {
  const [header, jar] = await Promise.all([headers(), cookies()]);
  return {
    language: supportedLanguage([header.get("accept-language")?.split(/[,;]/)[0]?.trim()]),
    timeZone: supportedZone(jar.get("time-zone")?.value) ?? "UTC",
    now: Date.now(),
  };
}

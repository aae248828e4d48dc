import { type Headers, valuesOf, withoutComments } from "./headers.ts";
import type { AuthResult } from "./parsed-mail.ts";

const PROPERTY = /(?:^|\s)(header\.d|header\.i|smtp\.mailfrom)\s*=\s*("[^"]*"|\S+)/gi;

/**
 * Returns what the topmost `Authentication-Results` field (RFC 8601) of one of the trusted hosts reports about DKIM and SPF. Fields of
 * other hosts don't count: anyone can write one into their mail.
 */
export function readAuthResults(headers: Headers, hosts: readonly string[]): AuthResult[] {
  const trusted = new Set(hosts.map((host) => host.toLowerCase()));
  for (const value of valuesOf(headers, "authentication-results")) {
    const [id = "", ...results] = splitOutsideQuotes(withoutComments(value));
    const host = (id.trim().split(/\s+/)[0] ?? "").replaceAll('"', "").toLowerCase();
    if (trusted.has(host)) return results.flatMap(readResult);
  }
  return [];
}

function splitOutsideQuotes(value: string): string[] {
  const parts = [""];
  let isQuoted = false;
  for (const character of value) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === ";" && !isQuoted) parts.push("");
    else parts.push((parts.pop() ?? "") + character);
  }
  return parts;
}

function readResult(text: string): AuthResult[] {
  const [, name = "", result = ""] = /^\s*(dkim|spf)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i.exec(text) ?? [];
  const method = name.toLowerCase();
  if (method !== "dkim" && method !== "spf") return [];
  const properties = new Map<string, string>();
  for (const [, key = "", value = ""] of text.matchAll(PROPERTY)) {
    properties.set(key.toLowerCase(), value.replaceAll('"', ""));
  }
  const identity =
    method === "spf" ? properties.get("smtp.mailfrom") : (properties.get("header.d") ?? properties.get("header.i"));
  const domain = (identity ?? "").split("@").at(-1)?.replace(/\.$/, "").toLowerCase() ?? "";
  return domain ? [{ method, passes: result.toLowerCase() === "pass", domain }] : [];
}

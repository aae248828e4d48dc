import { type Headers, valuesOf } from "./headers.ts";
import type { AuthResult } from "./parsed-mail.ts";

// A quoted string may be a part of a value, such as in an address: "x@a.example"@b.example.
const PAIR = /\s*([\w.-]+)(?:\s*\/\s*\d+)?\s*=\s*((?:"(?:\\.|[^"\\])*"|[^\s"])+)(?=\s|$)/gsy;

/**
 * Returns what the topmost `Authentication-Results` field (RFC 8601) of one of the trusted hosts reports about DKIM and SPF. Fields of
 * other hosts don't count: anyone can write one into their mail. Strangers choose addresses that servers put into theirs, so what
 * could be read in two ways doesn't count either.
 */
export function readAuthResults(headers: Headers, hosts: readonly string[]): AuthResult[] {
  const trusted = new Set(hosts.map((host) => host.toLowerCase()));
  for (const value of valuesOf(headers, "authentication-results")) {
    const [id, ...results] = splitResults(value);
    const host = (id?.text.trim().split(/\s+/)[0] ?? "").replaceAll('"', "").toLowerCase();
    if (!trusted.has(host)) continue;
    const isClear = [id, ...results].every((one) => one && !/["\\]/.test(one.comments));
    return isClear ? results.flatMap(readResult) : [];
  }
  return [];
}

type Split = { text: string; comments: string };

/** Splits a value at its semicolons, and each part into its text and its comments. What isn't closed counts as a quote in a comment. */
function splitResults(value: string): Split[] {
  const parts: Split[] = [];
  let part: Split = { text: "", comments: "" };
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    const isEscape = character === "\\" && (isQuoted || depth > 0);
    const piece = isEscape ? value.slice(at, at + 2) : character;
    at += piece.length - 1;
    if (!isQuoted && character === "(") depth += 1;
    if (depth > 0) part.comments += piece;
    else if (character === ";" && !isQuoted) {
      parts.push(part);
      part = { text: "", comments: "" };
    } else part.text += piece;
    if (character === '"' && depth === 0) isQuoted = !isQuoted;
    if (!isQuoted && character === ")" && depth > 0) {
      depth -= 1;
      part.text += " ";
    }
  }
  return [...parts, isQuoted || depth > 0 ? { ...part, comments: '"' } : part];
}

function readResult({ text, comments }: Split): AuthResult[] {
  const pairs = [...text.matchAll(PAIR)];
  const isRead = pairs.reduce((length, [{ length: more }]) => length + more, 0) === text.trimEnd().length;
  const [first, ...others] = pairs.map(([, key = "", value = ""]) => [key.toLowerCase(), value] as const);
  const [method, result = ""] = first ?? [];
  if ((method !== "dkim" && method !== "spf") || !isRead || comments.includes("=")) return [];
  const propertyOf = (name: string) => others.find(([key]) => key === name)?.[1];
  const identity = propertyOf(method === "dkim" ? "header.d" : "smtp.mailfrom") ?? "";
  if (propertyOf("reason") !== undefined || /["\\()]/.test(identity)) return [];
  const at = identity.lastIndexOf("@");
  const domain = identity
    .slice(at + 1)
    .replace(/\.$/, "")
    .toLowerCase();
  const address = at > 0 ? identity : null;
  return domain ? [{ method, passes: result.toLowerCase() === "pass", domain, address }] : [];
}

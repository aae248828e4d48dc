const ENTRY = /^\s*([a-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([\d.]+)\s*)?$/i;

/** Returns the first available language of an Accept-Language header (RFC 9110 section 12.5.4), or English. */
export function preferredLanguage(accepted: string | null, available: Iterable<string>): string {
  const there = new Set(available);
  const wanted = (accepted ?? "").split(",").flatMap((entry) => {
    const [, language = "", weight = "1"] = ENTRY.exec(entry) ?? [];
    return there.has(language.toLowerCase()) ? [{ language: language.toLowerCase(), weight: Number(weight) || 0 }] : [];
  });
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? "en";
}

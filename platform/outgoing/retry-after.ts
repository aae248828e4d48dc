const SECOND_MS = 1_000;

/** How many seconds a Retry-After header asks to wait, as a number or a date (RFC 9110 section 10.2.3); null if it says neither. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const at = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / SECOND_MS));
}

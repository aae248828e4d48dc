const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"];

/** Returns a size as people read it, such as "1.4 MB". A kilobyte is 1,024 bytes, as in the settings of limits. */
export function sizeWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const unit = UNITS[step] ?? "byte";
  const format = { style: "unit", unit, unitDisplay: step === 0 ? "long" : "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en", format).format(bytes / 1024 ** step);
}

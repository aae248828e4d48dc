const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Returns a size as people read it, such as "1.4 MB". A kilobyte is 1,024 bytes, as in the settings of limits. */
export function sizeWords(bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** step;
  const format = { style: "unit", unit: UNITS[step - 1], maximumFractionDigits: 1 } as const;
  return (step === 1 ? Math.ceil(value) : value).toLocaleString("en", format);
}

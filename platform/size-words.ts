const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Returns a size as people read it, such as "1.4 MB". A kilobyte is 1,024 bytes, as in the settings of limits. */
export function sizeWords(bytes: number): string {
  let value = Math.ceil(bytes / 1024);
  let unit = 0;
  for (; value >= 1000 && unit < UNITS.length - 1; unit += 1) value = Math.round(value / 102.4) / 10;
  return value.toLocaleString("en", { style: "unit", unit: UNITS[unit], maximumFractionDigits: 1 });
}

import { dateLanguage } from "./words.ts";

/** Returns the size of a file as people read it. */
export function sizeWords(size: number): string {
  const [value, unit] = size < 2 ** 20 ? [Math.ceil(size / 2 ** 10), "kilobyte"] : [size / 2 ** 20, "megabyte"];
  return value.toLocaleString(dateLanguage(), { style: "unit", unit, maximumFractionDigits: 1 });
}

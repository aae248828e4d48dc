/** "0.231 ms", with as many digits as mean something. */
export function milliseconds(value: number): string {
  return `${value.toFixed(value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

/** "1.84 ×". */
export const factor = (value: number) => `${value.toFixed(value < 10 ? 2 : 1).replace(/\.?0+$/, "")} ×`;

const KILO = 1000;
const MEGA = 1_000_000;

/** "22.1 kB", in thousands. */
export function bytes(value: number): string {
  if (value < 10 * KILO) return `${Math.round(value).toLocaleString("en")} bytes`;
  return value < MEGA ? `${(value / KILO).toFixed(1)} kB` : `${(value / MEGA).toFixed(0)} MB`;
}

/** The least contrast for what isn't text, such as a button against the page (WCAG 1.4.11). */
const VISIBLE = 3;
const STEPS = 20;

export const isHexColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** Returns black or white, whichever reads better on the color (`#rrggbb`). One of them always has at least 4.5:1. */
export function textColorOn(color: string): "#000000" | "#ffffff" {
  return contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";
}

/** Returns the contrast of two colors (`#rrggbb`), from 1 to 21. */
export function contrast(color: string, background: string): number {
  const [one, other] = [luminance(color), luminance(background)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns the color, mixed with as little white or black as it takes to be visible on the background. */
export function visibleOn(color: string, background: string): string {
  const goal = textColorOn(background);
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, goal, step / STEPS);
    if (contrast(mixed, background) >= VISIBLE) return mixed;
  }
  return goal;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)];
  const mixed = from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => linear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

import type { ReactNode } from "react";
import { textColorOn, visibleOn } from "#lib/sites/sites/contrast.ts";

export type Theme = "light" | "dark";

/** The widget's own colors (widget/panel/styles/theme.css), independent of the reader's theme. */
export const THEMES = {
  light:
    "[--w-surface:#fffefc] [--w-ink:#1f1d1a] [--w-quiet:#6a655d] [--w-line:#e9e5de] [--w-edge:#8d877d] [--w-bubble:#f3f0ea]",
  dark: "[--w-surface:#1c1b19] [--w-ink:#f0eeea] [--w-quiet:#a9a39a] [--w-line:#35322e] [--w-edge:#7d776e] [--w-bubble:#2b2926]",
};
const DARK_SURFACE = "#1c1b19";

/** Returns the site's color in the chat, and the color of texts on it. */
export function accentOf(color: string, theme: Theme): { accent: string; ink: "#000000" | "#ffffff" } {
  const accent = theme === "dark" ? visibleOn(color, DARK_SURFACE) : color;
  return { accent, ink: textColorOn(accent) };
}

/** A class for each color that's chosen by code. */
export const INKS = { "#ffffff": "text-[#ffffff]", "#000000": "text-[#000000]" };

/** Fills what it's in with a color of the site. The page's policy allows no style attributes. */
export const Fill = ({ color }: { color: string }) => (
  <svg className="absolute inset-0 size-full" aria-hidden="true">
    <rect width="100%" height="100%" fill={color} />
  </svg>
);

export function Disc({ color, size, children }: { color: string; size: number; children: ReactNode }) {
  return (
    <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1" aria-hidden="true">
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={size / 2 - 0.5} fill={color} stroke="#808080" strokeOpacity="0.25" />
      </svg>
      {children}
    </span>
  );
}

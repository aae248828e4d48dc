"use client";

import { useState } from "react";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { textColorOn } from "#lib/sites/contrast.ts";
import { isHexColor } from "./color-field.tsx";
import { SiteMark } from "./site-mark.tsx";

export type SiteLook = { name: string; accentColor: string; welcomeMessage: string };

/** Previews the widget: the panel's header, the welcome message and the button, in both themes. */
export function WidgetPreview({ look: { accentColor, ...words } }: { look: SiteLook }) {
  // While a color is being typed, the last whole one is shown.
  const [whole, setWhole] = useState(accentColor);
  if (isHexColor(accentColor) && accentColor !== whole) setWhole(accentColor);
  const look = { ...words, accentColor: whole };
  return (
    <figure aria-label={sitesCopy.preview} className="grid content-start gap-4 sm:grid-cols-2 xl:grid-cols-1">
      <Panel look={look} theme="light" />
      <Panel look={look} theme="dark" />
    </figure>
  );
}

// The widget's own colors (widget/panel/styles/theme.css), independent of the reader's theme.
const THEMES = {
  light: "bg-[#fffefc] text-[#1f1d1a] border-[#e9e5de]",
  dark: "bg-[#1c1b19] text-[#f0eeea] border-[#35322e]",
};
const BUBBLES = { light: "bg-[#f3f0ea]", dark: "bg-[#2b2926]" };

function Panel({ look: { name, accentColor, welcomeMessage }, theme }: { look: SiteLook; theme: "light" | "dark" }) {
  const ink = textColorOn(accentColor);
  return (
    <div className="min-w-0">
      <div className={`overflow-hidden rounded-2xl border shadow-[0_4px_20px_var(--shade)] ${THEMES[theme]}`}>
        <p className={`flex items-center gap-2.5 border-b px-4 py-3 font-semibold ${THEMES[theme]}`}>
          <SiteMark name={name} color={accentColor} />
          <bdi className="min-w-0 truncate">{name || sitesCopy.previewName}</bdi>
        </p>
        <div className="min-h-24 p-4">
          <p
            dir="auto"
            className={`w-fit max-w-[84%] rounded-2xl rounded-es px-3 py-2 whitespace-pre-wrap ${BUBBLES[theme]}`}
          >
            {welcomeMessage}
          </p>
        </div>
      </div>
      <svg viewBox="0 0 56 56" className="ms-auto mt-3 size-14" aria-hidden="true">
        <circle cx="28" cy="28" r="27.5" fill={accentColor} stroke="#808080" strokeOpacity="0.25" />
        <path
          transform="translate(15 15) scale(1.0833)"
          d="M8.6 19 3 21l2-5.6a8.5 8.5 0 1 1 3.6 3.6z"
          fill="none"
          stroke={ink}
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}

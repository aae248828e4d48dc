"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { questionsCopy } from "#components/catalogs/questions.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { FormattedText } from "#components/conversation/formatted-text.tsx";
import { Logo } from "#components/pictures/picture.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";
import { textColorOn, visibleOn } from "#lib/sites/sites/contrast.ts";
import type { SiteAppearance } from "#lib/sites/sites/schema.ts";
import { LAUNCHER_ICONS, MARKS } from "#lib/widget/widget/icons.ts";
import { isHexColor } from "./color-field.tsx";
import { SiteMark } from "./site-mark.tsx";

export type SiteLook = {
  name: string;
  accentColor: string;
  welcomeMessage: string;
  starterQuestions?: readonly string[];
  replyTimeText?: string | null;
  /** Shown once a message is sent. */
  questions?: readonly { key: string; label: string; required: boolean }[];
  logoUrl?: string | undefined;
} & Partial<SiteAppearance>;

type Device = "desktop" | "phone";

/** Previews the widget on a page: the panel with its first words and the button, in each theme it can have. */
export function WidgetPreview({ look: { accentColor, ...others } }: { look: SiteLook }) {
  // While a color is being typed, the last whole one is shown.
  const [whole, setWhole] = useState(accentColor);
  if (isHexColor(accentColor) && accentColor !== whole) setWhole(accentColor);
  const [device, setDevice] = useState<Device>("desktop");
  const look = { ...others, accentColor: whole };
  const themes = look.theme === "light" || look.theme === "dark" ? [look.theme] : (["light", "dark"] as const);
  return (
    <figure aria-label={sitesCopy.preview}>
      <DeviceSwitch device={device} onChoose={setDevice} />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        {themes.map((theme) => (
          <Page key={theme} look={look} theme={theme} device={device} />
        ))}
      </div>
    </figure>
  );
}

function DeviceSwitch({ device, onChoose }: { device: Device; onChoose: (device: Device) => void }) {
  const { desktop, phone, previewAs } = sitesCopy.looks;
  return (
    <fieldset aria-label={previewAs} className="mb-3 flex w-fit gap-1 rounded-lg border border-line p-1">
      {(["desktop", "phone"] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === device}
          onClick={() => onChoose(one)}
          className="min-h-7 rounded-md px-2.5 text-sm text-quiet hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
        >
          {one === "desktop" ? desktop : phone}
        </button>
      ))}
    </fieldset>
  );
}

// The widget's own colors (widget/panel/styles/theme.css), independent of the reader's theme.
const PANELS = {
  light: "bg-[#fffefc] text-[#1f1d1a] border-[#e9e5de]",
  dark: "bg-[#1c1b19] text-[#f0eeea] border-[#35322e]",
};
const DARK_SURFACE = "#1c1b19";
const panelColor = (color: string, theme: "light" | "dark") =>
  theme === "dark" ? visibleOn(color, DARK_SURFACE) : color;
const SEND = "M12 19V5M5 12l7-7 7 7";
const BUBBLES = { light: "bg-[#f3f0ea]", dark: "bg-[#2b2926]" };
const PAGES = { light: "bg-[#eceae6]", dark: "bg-[#0f0e0d]" };
const RADII = { 0: "rounded-none", 8: "rounded-lg", 16: "rounded-2xl", 24: "rounded-3xl" };

type PageProps = { look: SiteLook; theme: "light" | "dark"; device: Device };

/** A host page. On a phone, the panel covers it. */
function Page({ look, theme, device }: PageProps) {
  const isOnLeft = look.corner === "left";
  const isPhone = device === "phone";
  return (
    <div
      className={classNames(
        "flex min-w-0 flex-col justify-end gap-3 overflow-hidden rounded-xl border border-line",
        isOnLeft ? "items-start" : "items-end",
        PAGES[theme],
        isPhone ? "mx-auto aspect-[9/17] w-60" : "w-full p-0",
      )}
    >
      <Panel look={look} theme={theme} isWhole={isPhone} />
      {!isPhone && <Launcher look={look} />}
    </div>
  );
}

function Panel({ look, theme, isWhole }: { look: SiteLook; theme: "light" | "dark"; isWhole: boolean }) {
  const { welcomeMessage, starterQuestions = [], questions = [], radius = 16 } = look;
  const color = panelColor(look.accentColor, theme);
  return (
    <div
      className={classNames(
        "flex min-w-0 flex-col overflow-hidden border",
        isWhole ? "w-full flex-1" : "mx-4 mt-4 w-[calc(100%-2rem)] shadow-[0_4px_20px_var(--shade)]",
        !isWhole && RADII[radius],
        PANELS[theme],
      )}
    >
      <Header look={look} theme={theme} />
      <div className="flex min-h-32 flex-1 flex-col justify-end gap-2 p-4">
        <div className={classNames("w-fit max-w-[84%] rounded-2xl rounded-es px-3 py-2", BUBBLES[theme])}>
          <FormattedText text={welcomeMessage} />
        </div>
        {questions.length > 0 && <Sent color={color} />}
        {starterQuestions.map((question) => (
          <span
            key={question}
            dir="auto"
            className={classNames("w-fit max-w-full self-end rounded-2xl border px-3 py-1.5 text-sm", PANELS[theme])}
          >
            {question}
          </span>
        ))}
      </div>
      {questions.length > 0 ? (
        <Asked questions={questions} theme={theme} color={color} />
      ) : (
        <div className={classNames("flex justify-end border-t p-2", PANELS[theme])}>
          <Disc color={color} size={28}>
            <LineIcon path={SEND} size={14} color={textColorOn(color)} />
          </Disc>
        </div>
      )}
    </div>
  );
}

/** A label in the site's color. The page's policy allows no style attributes. */
function Filled({ color, children, className }: { color: string; children: ReactNode; className: string }) {
  return (
    <span className={classNames("relative overflow-hidden px-3 py-2", className)}>
      <svg className="absolute inset-0 size-full" aria-hidden="true">
        <rect width="100%" height="100%" fill={color} />
      </svg>
      <span className={classNames("relative", textColorOn(color) === "#ffffff" ? "text-[#ffffff]" : "text-[#000000]")}>
        {children}
      </span>
    </span>
  );
}

const Sent = ({ color }: { color: string }) => (
  <Filled color={color} className="w-fit max-w-[84%] self-end rounded-2xl rounded-ee">
    {questionsCopy.preview.message}
  </Filled>
);

type AskedProps = Pick<PageProps, "theme"> & { questions: NonNullable<SiteLook["questions"]>; color: string };

/** The form that's shown after a visitor's first message. */
function Asked({ questions, theme, color }: AskedProps) {
  return (
    <div className={classNames("grid gap-2 border-t p-4", PANELS[theme])}>
      <p>{questionsCopy.preview.ask}</p>
      {questions.map(({ key, label, required }) => (
        <div key={key}>
          <p className="text-sm wrap-anywhere">
            <bdi>{label}</bdi> {!required && questionsCopy.preview.optional}
          </p>
          <div className={classNames("mt-0.5 h-9 rounded-lg border", PANELS[theme])} />
        </div>
      ))}
      <Filled color={color} className="rounded-lg text-center font-semibold">
        {questionsCopy.preview.send}
      </Filled>
    </div>
  );
}

function Header({ look, theme }: Pick<PageProps, "look" | "theme">) {
  const { name, header = "plain", replyTimeText } = look;
  const icon = look.mark && MARKS[look.mark];
  const color = panelColor(look.accentColor, theme);
  const ink = textColorOn(color);
  const isColored = header === "color";
  const mark = isColored ? { color: ink, ink: color } : { color, ink };
  return (
    <p className={classNames("relative flex items-center gap-2.5 border-b px-4 py-3 font-semibold", PANELS[theme])}>
      {isColored && (
        <svg className="absolute inset-0 size-full" aria-hidden="true">
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      <span className="relative">
        {look.logoUrl ? (
          <Logo url={look.logoUrl} />
        ) : icon ? (
          <Disc color={mark.color} size={28}>
            <LineIcon path={icon} size={16} color={mark.ink} />
          </Disc>
        ) : (
          <SiteMark name={name} {...mark} />
        )}
      </span>
      <span
        className={classNames(
          "relative grid min-w-0",
          isColored && (ink === "#ffffff" ? "text-[#ffffff]" : "text-[#000000]"),
        )}
      >
        <bdi className="truncate">{name || sitesCopy.previewName}</bdi>
        {replyTimeText && <bdi className="wrap-anywhere text-xs font-normal">{replyTimeText}</bdi>}
      </span>
    </p>
  );
}

function Launcher({ look }: { look: SiteLook }) {
  const { accentColor, launcherIcon = "bubble", launcherSize = 56, offsetX = 20, offsetY = 20 } = look;
  const box = useRef<HTMLDivElement>(null);
  // The page's policy allows no style attributes.
  useEffect(() => {
    if (box.current) box.current.style.margin = `0 ${distance(offsetX)} ${distance(offsetY)}`;
  }, [offsetX, offsetY]);
  return (
    <div ref={box} className="m-5 mt-0">
      <Disc color={accentColor} size={launcherSize}>
        <LineIcon
          path={LAUNCHER_ICONS[launcherIcon]}
          size={Math.round(launcherSize * 0.46)}
          color={textColorOn(accentColor)}
        />
      </Disc>
    </div>
  );
}

// A small page has no room for more.
const distance = (pixels: number) => `${Math.min(Math.max(pixels || 0, 0), 200)}px`;

function Disc({ color, size, children }: { color: string; size: number; children: ReactNode }) {
  return (
    <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1" aria-hidden="true">
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={size / 2 - 0.5} fill={color} stroke="#808080" strokeOpacity="0.25" />
      </svg>
      {children}
    </span>
  );
}

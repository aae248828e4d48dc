import { useEffect, useRef } from "react";
import { previewCopy as copy } from "#components/catalogs/preview.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";
import type { GreetingJson } from "#lib/sites/greetings/schema.ts";
import { textColorOn } from "#lib/sites/sites/contrast.ts";
import { LAUNCHER_ICONS } from "#lib/widget/widget/icons.ts";
import { Disc, THEMES, type Theme } from "./preview-colors.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import type { ShownWidget, SiteLook } from "./shown-widget.ts";

export type PreviewedGreeting = Pick<GreetingJson, "text" | "texts" | "languages" | "hours">;

type Props = {
  shown: ShownWidget;
  theme: Theme;
  isPhone: boolean;
  greeting: PreviewedGreeting | undefined;
  /** Whether the visitor has sent a message. */
  isAfter: boolean;
  /** The away text, if the conversation has got it. */
  awayText: string | undefined;
};

const PAGES = { light: "bg-[#eceae6] text-[#57524a]", dark: "bg-[#0f0e0d] text-[#a9a39a]" };

/** A host page with the widget. On a phone, the chat covers it. */
export function PreviewPage({ shown, theme, isPhone, greeting, isAfter, awayText }: Props) {
  const { look, isClosed, isRightToLeft } = shown;
  const isOnLeft = look.corner === "left" || (isRightToLeft && look.corner !== "right");
  const isHidden = isClosed && look.whenClosed === "hide";
  const isCovered = isPhone && !greeting && !isHidden;
  return (
    <div
      dir="ltr"
      className={classNames(
        "flex min-w-0 flex-col justify-end gap-3 overflow-hidden rounded-xl border border-line text-[14px]/[20px] [font-family:system-ui]",
        isOnLeft ? "items-start" : "items-end",
        PAGES[theme],
        THEMES[theme],
        isPhone ? "mx-auto aspect-[9/17] w-60" : "w-full",
        !isPhone && (greeting || isHidden) && "min-h-56",
      )}
    >
      {isHidden ? (
        <p className="m-auto max-w-[28ch] p-4 text-center text-pretty">{copy.noButton}</p>
      ) : greeting ? (
        <Greeting greeting={greeting} shown={shown} theme={theme} />
      ) : (
        <PreviewPanel shown={shown} theme={theme} isWhole={isPhone} isAfter={isAfter} awayText={awayText} />
      )}
      {!isHidden && !isCovered && <Launcher look={look} />}
    </div>
  );
}

/** The notice next to the button (lib/widget/widget/launcher-style.ts). */
function Greeting({ greeting, shown, theme }: Pick<Props, "shown" | "theme"> & { greeting: PreviewedGreeting }) {
  const { look, isClosed, language, isRightToLeft } = shown;
  const { text, texts, languages, hours } = greeting;
  const own = texts[language] ?? text;
  const isDue = hours === "any" || (hours === "closed") === isClosed;
  const isMeant = languages.length === 0 || languages.includes(language);
  const why = !own ? copy.noGreeting.blank : !isMeant ? copy.noGreeting.language : !isDue && copy.noGreeting.time;
  const box = useOffset(look.offsetX);
  if (why) return <p className="m-auto max-w-[28ch] p-4 text-center text-pretty">{why}</p>;
  return (
    <div ref={box} className="mx-5 mt-4 max-w-[calc(100%-2.5rem)]">
      <p
        dir={isRightToLeft ? "rtl" : "ltr"}
        className={classNames(
          "box-content flex max-w-[min(26ch,100%-2rem)] rounded-[12px] px-4 py-3 text-[14px]/[21px] shadow-[0_0_0_1px_#fff6,0_4px_16px_#0003]",
          theme === "dark" ? "bg-[#121212] text-[#ffffff]" : "bg-[#ffffff] text-[#000000]",
        )}
      >
        <bdi className="min-w-0 px-2 py-0.5 wrap-anywhere">{own}</bdi>
        <span aria-hidden="true" className="self-center px-2 py-0.5">
          ×
        </span>
      </p>
    </div>
  );
}

function Launcher({ look }: { look: SiteLook }) {
  const { accentColor, launcherIcon = "bubble", launcherSize = 56, offsetX, offsetY } = look;
  const box = useOffset(offsetX, offsetY);
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

/** Keeps an element as far from the page's corner as the site's button is. The page's policy allows no style attributes. */
function useOffset(x = 20, y?: number) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = box.current ?? {};
    if (!style) return;
    style.marginInline = distance(x);
    if (y !== undefined) style.marginBottom = distance(y);
  }, [x, y]);
  return box;
}

// A small page has no room for more.
const distance = (pixels: number) => `${Math.min(Math.max(pixels || 0, 0), 200)}px`;

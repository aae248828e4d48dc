import { textColorOn } from "../../sites/sites/contrast.ts";
import type { SiteAppearance } from "../../sites/sites/schema.ts";
import { LAUNCHER_ICONS } from "./icons.ts";

export type LauncherLook = {
  accentColor: string;
  appearance: Pick<SiteAppearance, "launcherIcon" | "launcherSize" | "offsetX" | "offsetY" | "radius" | "theme">;
};

/**
 * Returns the styles of the button and of its failure notice, for a shadow tree whose button has the class `l`, and the
 * path of the button's icon. The custom properties are for the panel. A site that `greets` has the styles of greetings too.
 */
export function launcherStyle(
  { accentColor, appearance }: LauncherLook,
  { greets = false } = {},
): { css: string; icon: string } {
  const { launcherIcon, launcherSize, offsetX, offsetY, radius, theme } = appearance;
  const geometry = { s: launcherSize, x: offsetX, y: offsetY, r: radius };
  const properties = Object.entries(geometry).map(([name, value]) => `--${name}:${value}px!important;`);
  // `!important` in a shadow tree beats `!important` on the page, so no rule of the page gets in. The host covers the
  // viewport without catching the pointer, so that percentages work under `zoom`. The notice has its own text
  // direction: the host's depends on its corner.
  const css = `
:host{all:initial!important;position:fixed!important;inset:0!important;z-index:9999999999!important;pointer-events:none!important;font:14px/1.5 system-ui!important;color-scheme:light dark!important;${properties.join("")}}
:host::backdrop,[hidden],p:empty{display:none!important}
.l,p{box-shadow:0 0 0 1px #fff6,0 4px 16px #0003;position:absolute;inset-inline-end:max(var(--x),env(safe-area-inset-right));bottom:max(var(--y),env(safe-area-inset-bottom));pointer-events:auto;cursor:pointer}
.l{width:var(--s);height:var(--s);padding:0;border:1px solid #0000;border-radius:50%;background:${accentColor};color:${textColorOn(accentColor)}}
.l:hover{scale:1.05}
${greets ? "p :focus-visible," : ""}.l:focus-visible{outline:3px solid #111;outline-offset:1px;box-shadow:0 0 0 7px #fff}
svg{position:absolute;inset:0;margin:auto;width:46%;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
p{unicode-bidi:plaintext;margin:0 0 calc(var(--s) + 12px);max-width:26ch;padding:12px 16px;border-radius:12px;background:Canvas;color:CanvasText}
${greets ? `p{display:flex${theme === "auto" ? "" : `;color-scheme:${theme}`}}p *{all:unset;unicode-bidi:plaintext;padding:2px 8px}` : ""}
@media print{:host{display:none!important}}`;
  return { css: css.replaceAll("\n", ""), icon: LAUNCHER_ICONS[launcherIcon] };
}

import type { LoaderSite } from "./site.ts";

/**
 * The styles of the button and of its failure notice, which has its own text direction: the host's depends on its corner.
 * `!important` in a shadow tree beats `!important` on the page, so no rule of the page gets in. The host covers the
 * viewport without catching the pointer, so that percentages work under `zoom`.
 */
const rules = ({ color, ink }: LoaderSite) => `
:host{all:initial!important;position:fixed!important;inset:0!important;z-index:9999999999!important;pointer-events:none!important;font:14px/1.5 system-ui!important;color-scheme:light dark!important}
:host::backdrop,[hidden],p:empty{display:none!important}
.l,p{box-shadow:0 0 1px 1px #0001,0 4px 16px #0003;position:absolute;inset-inline-end:max(20px,env(safe-area-inset-right));bottom:max(20px,env(safe-area-inset-bottom));pointer-events:auto;cursor:pointer}
.l{width:56px;height:56px;padding:0;border:1px solid #0000;border-radius:50%;background:${color};color:${ink}}
.l:hover{scale:1.05}
.l:focus-visible{outline:3px solid #111;outline-offset:1px;box-shadow:0 0 0 7px #fff}
svg{position:absolute;inset:0;margin:auto;width:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
p{unicode-bidi:plaintext;margin:0 0 68px;width:26ch;padding:12px 16px;border-radius:12px;background:Canvas;color:CanvasText}
@media print{:host{display:none!important}}
`;

/** A constructed sheet, because a strict CSP blocks style elements. */
export function addButtonStyle(root: ShadowRoot, site: LoaderSite): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules(site));
  root.adoptedStyleSheets = [sheet];
}

import type { LoaderSite } from "./site.ts";

/**
 * The styles of the button and the panel's frame. `!important` in a shadow tree beats `!important` on the page, so no rule
 * of the page reaches in; the host covers the viewport without catching the pointer, so percentages hold under `zoom`.
 */
const rules = ({ color, ink }: LoaderSite) => `
:host{all:initial!important;display:block!important;position:fixed!important;inset:0!important;z-index:2147483647!important;pointer-events:none!important}
:host::backdrop{display:none!important}
*{box-sizing:border-box}
[hidden],.r .n{display:none!important}
button{font:inherit;cursor:pointer}
.l,.p{position:absolute;inset-inline-end:max(20px,env(safe-area-inset-right));pointer-events:auto}
.l{bottom:max(20px,env(safe-area-inset-bottom));width:56px;height:56px;padding:0;border:1px solid #0000;border-radius:50%;background:${color};color:${ink};box-shadow:0 0 0 1px rgb(0 0 0/.08),0 4px 16px rgb(0 0 0/.2)}
.l:hover{scale:1.05}
.l:active{scale:.96}
button:focus-visible{outline:3px solid #111;outline-offset:1px;box-shadow:0 0 0 7px #fff}
svg{position:absolute;inset:0;margin:auto;width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
[aria-expanded=true] .o,[aria-expanded=false] .x{opacity:0;scale:.6}
.p{bottom:92px;width:380px;max-width:calc(100% - 40px);height:min(640px,80%,100% - 104px);border-radius:16px;overflow:hidden;background:#fffefc;color:#1f1d1a;box-shadow:0 8px 40px rgb(0 0 0/.22);font:14px/1.5 system-ui,sans-serif;color-scheme:light}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
.p:not(.r) iframe{visibility:hidden}
.n{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:12px;padding:32px;text-align:center;animation:show 0s .3s both}
.n p{margin:0 0 4px;max-width:32ch}
.n button{min-width:120px;padding:9px 16px;border:1px solid;border-radius:8px;background:none;color:inherit}
@keyframes show{from{visibility:hidden}}
@media(max-width:480px),(max-width:960px) and (max-height:480px){.p{inset:var(--t,0) 0 auto;width:100%;max-width:none;height:var(--h,100%);border-radius:0;box-shadow:none}.l[aria-expanded=true]{visibility:hidden}}
@media(prefers-color-scheme:dark){.p{background:#1c1b19;color:#f0eeea;color-scheme:dark;box-shadow:0 8px 40px rgb(0 0 0/.5)}}
@media(forced-colors:active){.p{border:1px solid}}
@media(prefers-reduced-motion:no-preference){.l,svg{transition:scale .14s,opacity .14s}.p{animation:rise .16s ease-out}@keyframes rise{from{opacity:0;translate:0 8px}}}
@media print{:host{display:none!important}}
`;

/** A constructed sheet, because a strict CSP on the page blocks style elements. */
export function addStyle(root: ShadowRoot, site: LoaderSite): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules(site));
  root.adoptedStyleSheets = [sheet];
}

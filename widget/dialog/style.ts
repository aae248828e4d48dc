/** The styles that come with the panel. The button's are there already. */
const RULES = `
*{box-sizing:border-box}
.l:active{scale:.96}
.x{stroke-linecap:round}
.x,[aria-expanded=true] svg{opacity:0;scale:.6}
[aria-expanded=true] .x{opacity:1;scale:1}
.b,.n span{unicode-bidi:plaintext}
.b{position:absolute;top:-5px;inset-inline-end:-5px;min-width:22px;padding:0 6px;border-radius:11px;background:#b3261e;color:#fff;font:600 13px/22px system-ui,sans-serif;box-shadow:0 0 0 2px #fff}
.d{position:absolute;inset-inline-end:max(min(var(--x,20px),100% - 400px),env(safe-area-inset-right));bottom:calc(var(--y,20px) + var(--s,56px) + 16px);width:380px;max-width:calc(100% - 40px);height:min(640px,80%,100% - var(--y,20px) - var(--s,56px) - 28px);border-radius:var(--r,16px);overflow:hidden;background:Canvas;color:CanvasText;box-shadow:0 8px 40px rgb(0 0 0/.3);pointer-events:auto}
.v{inset-inline-end:calc(max(var(--x,20px),env(safe-area-inset-right)) + var(--s,56px) + 12px);bottom:max(var(--y,20px),env(safe-area-inset-bottom));width:min(300px,100% - var(--x,20px) - var(--s,56px) - 32px);height:calc(min(var(--p),160)*1px);opacity:var(--p);box-shadow:0 0 0 1px #8886,0 4px 24px rgb(0 0 0/.2)}
.l[hidden]~.v{display:none}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
.d:not(.r) iframe{visibility:hidden}
.r .n{display:none}
.n{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:12px;padding:32px;text-align:center;animation:show 0s .3s both}
.n span{max-width:32ch}
.n button{font:inherit;min-width:120px;padding:9px 16px;border:1px solid;border-radius:8px;background:none;color:inherit;cursor:pointer}
.n button:focus-visible{outline:2px solid;outline-offset:2px}
@keyframes show{from{visibility:hidden}}
@media(max-width:480px),(max-width:960px) and (max-height:480px){.d{inset:var(--t,0) 0 auto;width:100%;max-width:none;height:var(--h,100%);border-radius:0;box-shadow:none}.v{display:none}.l[aria-expanded=true]{visibility:hidden}}
@media(forced-colors:active){.d,.b{border:1px solid}}
@media(prefers-reduced-motion:no-preference){.l,svg{transition:scale .14s,opacity .14s}.d{animation:rise .16s ease-out}@keyframes rise{from{opacity:0;translate:0 8px}}}
`;

export function addDialogStyle(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

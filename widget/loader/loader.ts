import { element, icon } from "./element.ts";
import { flag } from "./flag.ts";
import { guard } from "./guard.ts";
import { keepAttached } from "./keep-attached.ts";
import type { Call, Dialog, PagePart } from "./page-part.ts";
import { runHandler } from "./run-handler.ts";
import { chooseLanguage, type Languages } from "./settings.ts";
import type { LoaderSite } from "./site.ts";

/** The server writes this constant in front of the built loader. */
declare const SITE_INBOX: LoaderSite;
/** The path of the second script, inserted by the build. */
declare const DIALOG_PATH: string;

const IDLE_LIMIT_MS = 5000;
const SPEECH_BUBBLE = "M8.6 19 3 21l2-5.6a8.5 8.5 0 1 1 3.6 3.6z";
/** Commands without a visible effect, which can wait for the second script. */
const WAITING: { [command: string]: 1 } = { on: 1, off: 1, identify: 1, close: 1 };

type Api = { (...call: Call): void; q?: ArrayLike<Call>; live?: boolean };

declare global {
  interface Window {
    SiteInbox?: Api | undefined;
  }
}

/** Draws the button, and replaces the stub of `SiteInbox` that queued earlier calls. */
export const start = guard((languages: Languages) => {
  const stub = window.SiteInbox;
  // The tag may be on the page twice.
  if (stub?.live) return;
  const site = SITE_INBOX;
  const tag = document.currentScript ?? document.querySelector(`[src*="${site.key}"]`);
  const language = chooseLanguage(tag, languages);
  const words = languages[language] as Languages[string];
  const gone = new AbortController();
  const { signal } = gone;
  const host = element("div", { lang: language, popover: "manual" });
  const root = host.attachShadow({ mode: "open" });
  const problem = element("p", { role: "alert" });
  const launcher = element(
    "button",
    { class: "l", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-label": words.open },
    icon(SPEECH_BUBBLE),
  );
  const page: PagePart & { calls: Call[] } = { site, language, words, root, launcher, signal, tag, calls: [] };
  let dialog: Promise<Dialog> | undefined;
  let attempts = 0;

  // Browsers remember a module that failed to load, so each attempt has its own URL.
  const fetchDialog = async (): Promise<Dialog> =>
    (await import(`${site.base}${DIALOG_PATH}#${attempts++}`)).createDialog(page);

  const say = guard((text: string) => {
    problem.textContent = text;
  });

  /** Makes the second script run the queued calls, this one included. */
  const run = async (call: { readonly 0?: unknown; length?: number } = []) => {
    try {
      say("");
      dialog ??= fetchDialog();
      (await dialog).run();
    } catch {
      dialog = undefined;
      if (call[0] !== "open" && call[0] !== "toggle") return;
      // Opening later, after this failure, would be a surprise.
      call.length = 0;
      say(words.failed);
    }
  };

  const api: Api = guard((...call: Call) => {
    const [command, event] = call;
    if (signal.aborted) return;
    // `ready` fires immediately if the API is already up.
    if (command === "on" && event === "ready") return runHandler(call[2] as () => void);
    if (command === "destroy") {
      gone.abort();
      delete window.SiteInbox;
      return;
    }
    if (command === "logout") flag(site.key, "0");
    // Some pages change the array methods.
    page.calls = [...page.calls, call];
    if (dialog || !WAITING[command as string]) void run(call);
  });

  // `document.open()` removes the handlers of everything in the page, shadow trees included.
  const listen = () => {
    // Preloads on pointer down what the click is about to need.
    launcher.onpointerdown = run as () => void;
    launcher.onclick = () => api("toggle");
    problem.onclick = () => say("");
    page.listen?.();
  };

  launcher.hidden = tag?.hasAttribute("data-hide") as boolean;
  addButtonStyle(root, site);
  root.append(launcher, problem);
  api.live = true;
  window.SiteInbox = api;
  keepAttached(host, tag?.getAttribute("data-position"), signal, listen);
  for (let at = 0; stub?.q?.[at]; at++) api(...(stub.q[at] as Call));
  // Only for a visitor with a conversation, or one to forget.
  if (flag(site.key)) {
    window.requestIdleCallback?.(run as () => void, { timeout: IDLE_LIMIT_MS }) ?? setTimeout(run, IDLE_LIMIT_MS);
  }
});

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
function addButtonStyle(root: ShadowRoot, site: LoaderSite): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules(site));
  root.adoptedStyleSheets = [sheet];
}

import { element, icon } from "./element.ts";
import { flag } from "./flag.ts";
import { startGreeting } from "./greeter.ts";
import { guard } from "./guard.ts";
import { hideWhileClosed } from "./hide-while-closed.ts";
import { keepAttached } from "./keep-attached.ts";
import type { Call, Dialog, PagePart } from "./page-part.ts";
import { chooseLanguage, type Languages, WORDS_SEPARATOR } from "./settings.ts";
import type { LoaderSite } from "./site.ts";

/** The server writes this constant in front of the built loader. */
declare const SITE_INBOX: LoaderSite;
/** The path of the second script, inserted by the build. */
declare const DIALOG_PATH: string;
/** Whether this is the build for sites with greetings. */
declare const GREETS: boolean;
/** Whether it's the one for sites that greet by their hours, or hide the button while they're closed. */
declare const HOURS: boolean;

const IDLE_LIMIT_MS = 5000;
/** Whether a command shows something, so that it needs the second script. Others wait for it. */
const isShowing = (command: unknown) => command === "open" || command === "toggle";

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
  const tag = document.currentScript ?? findTag(document, `[src*="${site.key}"]`);
  const language = chooseLanguage(tag, languages);
  // Only the build for greetings has the last one.
  const [open, failed, dismiss] = (languages[language] as string).split(WORDS_SEPARATOR) as [string, string, string];
  const gone = new AbortController();
  const { signal } = gone;
  const host = element("div", { lang: language, popover: "manual" });
  const root = host.attachShadow({ mode: "open" });
  const problem = element("p", { role: "alert" });
  const launcher = element(
    "button",
    { class: "l", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-label": open },
    icon(site.icon),
  );
  const page: PagePart & { calls: Call[] } = { site, language, root, launcher, signal, tag, calls: [] };
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
      if (!isShowing(call[0])) return;
      // Opening later, after this failure, would be a surprise.
      call.length = 0;
      say(failed);
    }
  };

  const api: Api = guard((...call: Call) => {
    const [command, event] = call;
    if (signal.aborted) return;
    // `ready` fires immediately if the API is already up.
    if (command === "on" && event === "ready") return queueMicrotask(call[2] as () => void);
    if (command === "destroy") {
      gone.abort();
      delete window.SiteInbox;
      return;
    }
    if (command === "logout") flag(site.key, "0");
    // Some pages change the array methods.
    page.calls = [...page.calls, call];
    if (GREETS && command === "greet") page.called = event;
    if (dialog || isShowing(command) || command === "logout") void run(call);
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
  if (HOURS && site.hides && !launcher.hidden) hideWhileClosed(site, launcher, signal);
  if (GREETS && site.greetings) startGreeting(page, dismiss, () => api("open"));
  api.live = true;
  window.SiteInbox = api;
  keepAttached(host, tag?.getAttribute("data-position") ?? site.corner, signal, listen);
  for (let at = 0; stub?.q?.[at]; at++) api(...(stub.q[at] as Call));
  // Only for a visitor with a conversation, or one to forget.
  if (flag(site.key)) {
    window.requestIdleCallback?.(run as () => void, { timeout: IDLE_LIMIT_MS }) ?? setTimeout(run, IDLE_LIMIT_MS);
  }
});

/** Looks into shadow trees too, for which `currentScript` is null. */
function findTag(within: ParentNode, selector: string): Element | null {
  let found = within.querySelector(selector);
  for (const { shadowRoot } of within.querySelectorAll("*")) found ??= shadowRoot && findTag(shadowRoot, selector);
  return found;
}

/** A constructed sheet, because a strict CSP blocks style elements. */
function addButtonStyle(root: ShadowRoot, { css }: LoaderSite): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}

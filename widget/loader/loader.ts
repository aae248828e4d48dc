import { element, icon } from "./element.ts";
import { flag } from "./flag.ts";
import { guard, warn } from "./guard.ts";
import { addHandler, type Handler, removeHandler } from "./handlers.ts";
import { keepAttached } from "./keep-attached.ts";
import type { Dialog, PagePart } from "./page-part.ts";
import { type Languages, readSettings } from "./settings.ts";
import type { LoaderSite } from "./site.ts";
import { addButtonStyle } from "./style.ts";

/** The server writes this constant in front of the built loader. */
declare const SITE_INBOX: LoaderSite;
/** The address of the second script, which the build writes in. */
declare const DIALOG_PATH: string;

const IDLE_LIMIT_MS = 5000;
const SPEECH_BUBBLE = "M21 11.5a8.5 8.5 0 0 1-12.4 7.5L3 21l2-5.6A8.5 8.5 0 1 1 21 11.5z";

type Command = (...values: never[]) => void;
type Api = { (command: string, ...values: unknown[]): void; q?: ArrayLike<unknown[]>; live?: boolean };

declare global {
  interface Window {
    SiteInbox?: Api | undefined;
  }
}

/** Draws the button, and puts `SiteInbox` in the place of the stub that kept what was called before. */
export const start = guard((languages: Languages) => {
  const stub = window.SiteInbox;
  // The tag may be on the page twice.
  if (stub?.live) return;
  const site = SITE_INBOX;
  const tag = document.currentScript ?? document.querySelector(`script[src*="${site.key}"]`);
  const settings = readSettings(tag, languages);
  const words = languages[settings.language] as Languages[string];
  const gone = new AbortController();
  const { signal } = gone;
  const host = element("div", { lang: settings.language, popover: "manual" });
  const root = host.attachShadow({ mode: "open" });
  const problem = element("p", { role: "alert" });
  const launcher = element(
    "button",
    { class: "l", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-label": words.open },
    icon(SPEECH_BUBBLE),
  );
  let dialog: Promise<Dialog> | undefined;
  let attempts = 0;

  const page: PagePart = {
    site,
    settings,
    words,
    root,
    launcher,
    signal,
    handlers: new Set(),
    visitor: undefined,
    isLeaving: flag(site.key) === "0",
  };

  const fetchDialog = async (): Promise<Dialog> => {
    // Browsers remember a module that they could not fetch, so each attempt has its own name.
    const { createDialog } = await import(`${site.base}${DIALOG_PATH}#${attempts++}`);
    return createDialog(page);
  };

  const say = guard((text: string) => {
    problem.textContent = text;
  });

  const pass = async (command: keyof Dialog) => {
    try {
      if (signal.aborted) return;
      say("");
      dialog ??= fetchDialog();
      (await dialog)[command]();
    } catch {
      dialog = undefined;
      if (command === "open" || command === "toggle") say(words.failed);
    }
  };

  const commands: { [name: string]: Command } = {
    on: (event: string, handler: Handler) => addHandler(page.handlers, event, handler),
    off: (event: string, handler?: Handler) => removeHandler(page.handlers, event, handler),
    open: () => pass("open"),
    toggle: () => pass("toggle"),
    close: () => dialog !== undefined && pass("close"),
    identify: (given: unknown) => {
      page.visitor = given;
      if (dialog !== undefined) void pass("identify");
    },
    logout: () => {
      page.visitor = undefined;
      page.isLeaving = true;
      flag(site.key, "0");
      void pass("logout");
    },
    destroy: () => {
      gone.abort();
      api.live = false;
      delete window.SiteInbox;
    },
  };

  const api: Api = guard((command: string, ...values: unknown[]) => {
    if (!Object.hasOwn(commands, command)) return warn(`no command "${command}"`);
    if (!signal.aborted) commands[command]?.(...(values as never[]));
  });

  launcher.hidden = settings.isHidden;
  // Asks for nothing new; what the click will need is on its way before the finger is lifted.
  launcher.onpointerdown = () => pass("identify");
  launcher.onclick = () => pass("toggle");
  problem.onclick = () => say("");
  addButtonStyle(root, site);
  root.append(launcher, problem);
  api.live = true;
  window.SiteInbox = api;
  keepAttached(host, settings.position, signal);
  const q = stub?.q ?? [];
  for (let at = 0; at < q.length; at++) api(...(q[at] as unknown as [string]));
  // Only for one who has written, or who is to be forgotten.
  const { requestIdleCallback: whenIdle = (run: () => void, _options: object) => setTimeout(run, IDLE_LIMIT_MS) } =
    window;
  if (flag(site.key)) whenIdle(() => pass("prepare"), { timeout: IDLE_LIMIT_MS });
});

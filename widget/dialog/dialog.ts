import { PAGE_URL_MAX, type ToHost } from "../bridge.ts";
import { element, icon } from "../loader/element.ts";
import { flag, flagName } from "../loader/flag.ts";
import { guard, warn } from "../loader/guard.ts";
import type { Dialog, Handler, Handlers, PagePart } from "../loader/page-part.ts";
import { runHandler } from "../loader/run-handler.ts";
import { languageCode } from "../loader/settings.ts";
import type { DialogWords, LoaderWords } from "../words/en.ts";
import { holdFrame } from "./frame-holder.ts";
import { createNotice } from "./notice.ts";
import { addDialogStyle } from "./style.ts";
import { createVisitor } from "./visitor.ts";

const CROSS = "M6 6l12 12M18 6L6 18";
const BADGE_MAX = 9;
/** A URL that a single-page app shows for less is on the way to another. */
const MOVED_AFTER_MS = 1000;
/** Where the loader shows a greeting. */
const GREETING = "p[role=status]";
const EVENTS = { ready: 1, open: 1, close: 1, message: 1, unread: 1 };

const THEMES = { auto: 1, light: 1, dark: 1 };

/** Creates the panel around the frame. The frame is created when it's first opened, and then kept. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what opens, closes and counts shares the frame, the panel and the unread count.
export function createDialog(page: PagePart, languages: Record<string, DialogWords & LoaderWords>): Dialog {
  const { site, settings, root, launcher, signal, tag } = page;
  const { host } = root;
  const language = page.language ?? settings?.language ?? "en";
  const named = settings?.theme ?? attribute(tag, "theme");
  // The tag decides, even for what the visitor's system is set to.
  const theme = Object.hasOwn(THEMES, named) ? named : (site.theme ?? "");
  const words = languages[language] ?? (languages.en as DialogWords & LoaderWords);
  page.handlers ??= new Set();
  const { handlers } = page;
  page.isLeaving ??= flag(site.key) === "0";
  const panel = element("div", { class: "d", role: "dialog", "aria-label": words.title, hidden: "" });
  const showOnLauncher = completeLauncher(launcher);
  const setTitle = numberTitle();
  const visitor = createVisitor(page);
  let unread = 0;
  let unreadName = "";
  let isOpen = false;
  // Undefined until the frame knows.
  let isIdle: boolean | undefined;

  const show = guard(() => {
    const name = isOpen ? words.close : unread > 0 ? unreadName : words.open;
    showOnLauncher({ isOpen, unread, name });
    setTitle(isOpen && !document.hidden ? 0 : unread);
  });

  const emit = (event: string, count?: number) => {
    for (const [wanted, handler] of handlers) if (wanted === event) runHandler(handler, count);
  };

  /** Shows the frame as the panel, or as the preview of a reply, next to the button. */
  const present = (as: "panel" | "preview" | "nothing") => {
    const isPreview = as === "preview";
    isOpen = as === "panel";
    panel.hidden = as === "nothing";
    panel.classList.toggle("v", isPreview);
    panel.setAttribute("role", isPreview ? "group" : "dialog");
    panel.setAttribute("aria-label", isPreview ? words.preview : words.title);
    noteWelcome();
  };

  /** The loader's greetings end when there's something else to see. */
  const noteWelcome = () => {
    page.mayGreet = panel.hidden ? isIdle : false;
    if (!panel.hidden) root.querySelector(GREETING)?.replaceChildren();
  };

  const hide = () => {
    const hadFocus = document.activeElement === host;
    present("nothing");
    // A phone has no button while the panel is open.
    show();
    if (hadFocus) launcher.focus();
  };

  const preview = (height?: number) => {
    if (isOpen) return;
    if (height === undefined) return hide();
    panel.style.setProperty("--p", `${height}`);
    present("preview");
  };

  const count = (now: number) => {
    const isNews = now !== unread;
    unread = now;
    if (!now) preview();
    show();
    if (isNews) emit("unread", now);
  };

  const greet = () => {
    if (page.isLeaving) return frame.send({ type: "logout" });
    introduce();
    enter();
  };

  const introduce = guard(() => {
    const identity = visitor.readForFrame();
    if (page.visitor !== undefined) frame.send({ type: "identify", visitor: identity });
  });

  // Whatever a page has broken, the frame is still notified.
  const focusFrame = guard(() => frame.focus());

  const enter = () => {
    // A visitor who moved to a field of the page while the frame was loading keeps the focus there.
    const focused = document.activeElement;
    const isFree = !focused || focused === host || focused === document.body;
    if (isOpen && isFree) focusFrame();
    if (isOpen && page.greeting) frame.send({ type: "greeting", text: page.greeting });
    if (isOpen) page.greeting = undefined;
    frame.send({ type: "visible", open: isOpen });
  };

  const identify = () => {
    if (page.isLeaving || page.visitor === undefined || !frame.isReady()) return;
    const identity = visitor.read();
    if (visitor.isForFrame(identity)) return frame.send({ type: "identify", visitor: identity });
    // One person must not see or send anything of another's.
    count(0);
    frame.load();
  };

  const forget = (isOut: boolean) => {
    // Another tab logged out, so what this page said before is outdated.
    if (isOut && !page.isLeaving) page.visitor = undefined;
    page.isLeaving = false;
    removeFlag(site.key);
    if (isOut) forgetGreetings(site.key);
    isIdle = undefined;
    noteWelcome();
    count(0);
    frame.drop();
    if (isOpen) frame.load();
  };

  const onMessage = (message: ToHost) => {
    const { type } = message;
    if (type === "close") close();
    if (type === "page") frame.send({ type, url: pageUrl(location.href) });
    if (type === "forgotten") forget(message.isOut);
    if (page.isLeaving) return;
    if (type === "unverified") {
      visitor.refuse();
      identify();
    }
    if (type === "started") flag(site.key, "1");
    if (type === "started" || type === "idle") {
      isIdle = type === "idle";
      noteWelcome();
    }
    if (type === "unread") {
      unreadName = message.name;
      count(message.count);
    }
    if (type === "message") emit(type, unread);
    if (type === "preview") preview(message.height);
    if (type === "open") open();
  };

  const open = () => {
    if (isOpen) return;
    launcher.hidden = false;
    present("panel");
    show();
    if (frame.isReady()) enter();
    else frame.need();
    emit("open");
  };

  const close = () => {
    if (!isOpen) return;
    hide();
    frame.send({ type: "visible", open: false });
    emit("close");
  };

  const query = `site=${site.key}&lang=${language}${theme && `&theme=${theme}`}`;
  const address = { base: site.base, path: `/widget/frame?${query}`, title: words.title };
  const notice = createNotice(
    words,
    guard(() => frame.load()),
    guard(close),
  );
  const frame = holdFrame(panel, notice, address, { onReady: greet, onMessage });

  addDialogStyle(root);
  if (theme !== "auto") panel.style.colorScheme = theme;
  panel.append(notice.node);
  root.append(panel);
  fitAboveKeyboard(panel, signal);
  const onKey = guard((event: Event) => (event as KeyboardEvent).key === "Escape" && close());
  let moving: ReturnType<typeof setTimeout>;
  const onMove = guard(() => {
    clearTimeout(moving);
    moving = setTimeout(() => frame.send({ type: "page", url: pageUrl(location.href) }), MOVED_AFTER_MS);
  });
  // Called again after a `document.open()` of the page; a listener that is still there isn't added twice.
  page.listen = guard(() => {
    document.addEventListener("visibilitychange", show, { signal });
    root.addEventListener("keydown", onKey, { signal });
    notice.listen();
    frame.listen();
    addEventListener("popstate", onMove, { signal });
    // Browsers without it don't report what the page itself puts into its history.
    window.navigation?.addEventListener("currententrychange", onMove, { signal });
  });
  page.listen();
  signal.addEventListener(
    "abort",
    guard(() => {
      setTitle(0);
      frame.drop();
    }),
  );

  // The page may have destroyed the widget while this script was loading.
  const unlessGone = (run: () => void) => guard(() => !signal.aborted && run());

  const toggle = () => (isOpen ? close() : open());
  const logout = () => {
    close();
    count(0);
    if (frame.isReady()) frame.send({ type: "logout" });
    else frame.need();
  };

  const commands: { [name: string]: (...values: never[]) => void } = {
    open,
    close,
    toggle,
    on: (event: string, handler: Handler) => addHandler(handlers, event, handler),
    // The loader has shown it, or will.
    greet: (name: unknown) => {
      if (!site.greetings?.some((one) => one.name === name)) warn(`no greeting "${name}"`);
    },
    off: (event: string, handler?: Handler) => removeHandler(handlers, event, handler),
    identify: (visitor: unknown) => {
      page.visitor = visitor;
      identify();
    },
    logout: () => {
      page.visitor = undefined;
      page.isLeaving = true;
      logout();
    },
  };

  const runCall = guard((command: string, ...values: unknown[]) => {
    if (!Object.hasOwn(commands, command)) return warn(`no command "${command}"`);
    if (!signal.aborted) commands[command]?.(...(values as never[]));
  });

  if (tag) guard(checkTag)(tag, languages);
  // For a visitor with a conversation, or one to forget, the frame loads hidden.
  if (page.calls && flag(site.key)) unlessGone(frame.need)();

  return {
    run: () => {
      const { calls = [] } = page;
      page.calls = [];
      for (const call of calls) if (call.length > 0) runCall(...(call as [string]));
    },
    open: unlessGone(open),
    close: unlessGone(close),
    toggle: unlessGone(toggle),
    identify: unlessGone(identify),
    logout: unlessGone(logout),
    prepare: unlessGone(frame.need),
  };
}

type LauncherState = { isOpen: boolean; unread: number; name: string };

/** Adds to the button what it needs once there's a panel: the cross that closes it, and the unread count. */
function completeLauncher(launcher: HTMLButtonElement) {
  const badge = element("span", { class: "b", "aria-hidden": "true" });
  const cross = icon(CROSS);
  cross.setAttribute("class", "x");
  launcher.append(cross, badge);
  return ({ isOpen, unread, name }: LauncherState) => {
    launcher.setAttribute("aria-expanded", `${isOpen}`);
    launcher.setAttribute("aria-label", name);
    badge.hidden = isOpen || unread < 1;
    badge.textContent = unread > BADGE_MAX ? `${BADGE_MAX}+` : `${unread}`;
  };
}

/** Returns one of the tag's data attributes, or "". */
const attribute = (tag: Element | null | undefined, name: string) => tag?.getAttribute(`data-${name}`) ?? "";

/** Warns the page's developer about invalid attributes, which are ignored. */
function checkTag(tag: Element, languages: object): void {
  const check = (name: string, known: object, value = attribute(tag, name)) => {
    if (value && !Object.hasOwn(known, value)) warn(`data-${name}="${value}" is not known`);
  };
  check("language", languages, languageCode(attribute(tag, "language")));
  check("position", { left: 1, right: 1 });
  check("theme", THEMES);
}

/** Adds a handler that the page set for one of our events. */
function addHandler(handlers: Handlers, event: string, handler: Handler): void {
  if (Object.hasOwn(EVENTS, event)) handlers.add([event, handler]);
  else warn(`no event "${event}"`);
}

/** Removes a handler, or without one, all handlers of the event. */
function removeHandler(handlers: Handlers, event: string, handler?: Handler): void {
  for (const one of handlers) if (one[0] === event && (!handler || one[1] === handler)) handlers.delete(one);
}

function removeFlag(key: string): void {
  try {
    localStorage.removeItem(flagName(key));
  } catch {
    // Without storage there's no flag.
  }
}

/** Forgets which greetings the visitor has closed or replied to. */
function forgetGreetings(key: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`${flagName(key)}/`)) localStorage.removeItem(name);
    }
  } catch {
    // Without storage, nothing was stored.
  }
}

/** Puts a number in front of the page's title, and removes it again. The page's own changes to its title are kept. */
function numberTitle(): (count: number) => void {
  let prefix = "";
  return (count) => {
    const title = document.head.querySelector("title");
    if (!title) return;
    const { text } = title;
    const own = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    prefix = count > 0 ? `(${count}) ` : "";
    if (text !== prefix + own) title.text = prefix + own;
  };
}

/** Keeps the full-screen panel above an on-screen keyboard. Pinch zoom doesn't count. */
function fitAboveKeyboard(panel: HTMLElement, signal: AbortSignal): void {
  const view = window.visualViewport;
  const fit = guard(() => {
    if (!view || view.scale > 1.01) return;
    panel.style.setProperty("--t", `${view.offsetTop}px`);
    panel.style.setProperty("--h", `${view.height}px`);
  });
  view?.addEventListener("resize", fit, { signal });
  view?.addEventListener("scroll", fit, { signal });
}

/** Returns the page's URL. A fragment is kept only if it's a route, since it may contain a secret. */
export function pageUrl(href: string): string {
  const at = href.indexOf("#");
  const isRoute = at >= 0 && /^#[!/]/.test(href.slice(at));
  return (at < 0 || isRoute ? href : href.slice(0, at)).slice(0, PAGE_URL_MAX);
}

import type { ToHost } from "../bridge.ts";
import { element } from "../loader/element.ts";
import { flag } from "../loader/flag.ts";
import { guard, warn } from "../loader/guard.ts";
import type { Dialog, Handler, PagePart } from "../loader/page-part.ts";
import { runHandler } from "../loader/run-handler.ts";
import type { DialogWords } from "../words/en.ts";
import { completeLauncher } from "./badge.ts";
import { attribute, checkTag } from "./check-tag.ts";
import { fitAboveKeyboard } from "./fit.ts";
import { holdFrame } from "./frame-holder.ts";
import { addHandler, removeHandler } from "./handlers.ts";
import { createNotice } from "./notice.ts";
import { pageUrl } from "./page-url.ts";
import { removeFlag } from "./remove-flag.ts";
import { addDialogStyle } from "./style.ts";
import { numberTitle } from "./title.ts";
import { createVisitor } from "./visitor.ts";

const readTheme = (named: string) => (named === "light" || named === "dark" ? named : "");

/** Creates the panel around the frame. The frame is created when it's first opened, and then kept. */
export function createDialog(page: PagePart, languages: Record<string, DialogWords>): Dialog {
  const { site, settings, root, launcher, signal, tag } = page;
  const { host } = root;
  const language = page.language ?? settings?.language ?? "en";
  const theme = readTheme(settings?.theme ?? attribute(tag, "theme"));
  const words = languages[language] ?? (languages.en as DialogWords);
  page.handlers ??= new Set();
  const { handlers } = page;
  page.isLeaving ??= flag(site.key) === "0";
  const panel = element("div", { class: "d", role: "dialog", "aria-label": words.title, hidden: "" });
  const showOnLauncher = completeLauncher(launcher);
  const setTitle = numberTitle();
  const visitor = createVisitor(page);
  let unread = 0;
  let unreadName = "";

  const show = guard(() => {
    const isOpen = !panel.hidden;
    const name = isOpen ? words.close : unread > 0 ? unreadName : page.words.open;
    showOnLauncher({ isOpen, unread, name });
    setTitle(isOpen && !document.hidden ? 0 : unread);
  });

  const emit = (event: string, count?: number) => {
    for (const [wanted, handler] of handlers) if (wanted === event) runHandler(handler, count);
  };

  const count = (now: number) => {
    const isNews = now !== unread;
    unread = now;
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
    if (!panel.hidden && isFree) focusFrame();
    frame.send({ type: "visible", open: !panel.hidden });
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
    count(0);
    frame.drop();
    if (!panel.hidden) frame.load();
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
    if (type === "unread") {
      unreadName = message.name;
      count(message.count);
    }
    if (type === "message") emit(type, unread);
  };

  const open = () => {
    if (!panel.hidden) return;
    launcher.hidden = panel.hidden = false;
    show();
    if (frame.isReady()) enter();
    else frame.need();
    emit("open");
  };

  const close = () => {
    if (panel.hidden) return;
    const hadFocus = document.activeElement === host;
    panel.hidden = true;
    show();
    frame.send({ type: "visible", open: false });
    if (hadFocus) launcher.focus();
    emit("close");
  };

  const query = `site=${site.key}&lang=${language}${theme && `&theme=${theme}`}`;
  const address = { base: site.base, path: `/widget/frame?${query}`, title: words.title };
  const notice = createNotice(
    { ...words, ...page.words },
    guard(() => frame.load()),
    guard(close),
  );
  const frame = holdFrame(panel, notice, address, { onReady: greet, onMessage });

  addDialogStyle(root);
  if (theme) panel.style.colorScheme = theme;
  panel.append(notice.node);
  root.append(panel);
  fitAboveKeyboard(panel, signal);
  const onKey = guard((event: Event) => (event as KeyboardEvent).key === "Escape" && close());
  // Called again after a `document.open()` of the page; a listener that is still there isn't added twice.
  page.listen = guard(() => {
    document.addEventListener("visibilitychange", show, { signal });
    root.addEventListener("keydown", onKey, { signal });
    notice.listen();
    frame.listen();
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

  const toggle = () => (panel.hidden ? open() : close());
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

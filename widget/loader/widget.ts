import { loaderWords } from "../words/en.ts";
import { element, icon } from "./element.ts";
import { createFrame, type Frame } from "./frame.ts";
import { guard } from "./guard.ts";
import { keepAttached } from "./keep-attached.ts";
import { createNotice } from "./notice.ts";
import { pageUrl } from "./page-url.ts";
import type { LoaderSite } from "./site.ts";
import { addStyle } from "./style.ts";

const SPEECH_BUBBLE = "M21 11.5a8.5 8.5 0 0 1-12.4 7.5L3 21l2-5.6A8.5 8.5 0 1 1 21 11.5z";
const CROSS = "M6 6l12 12M18 6L6 18";

export type Widget = { open: () => void; close: () => void; toggle: () => void; destroy: () => void };

/** Draws the button; the panel and its frame are made when it is first opened, and kept from then on. */
export function createWidget(site: LoaderSite): Widget {
  const host = element("div", { lang: "en", popover: "manual" });
  const root = host.attachShadow({ mode: "open" });
  const launcher = element("button", { type: "button", class: "l", "aria-haspopup": "dialog" });
  const panel = element("div", { class: "p", role: "dialog", "aria-label": loaderWords.title, hidden: "" });
  let frame: Frame | undefined;

  const load = guard(() => {
    frame?.remove();
    panel.classList.remove("r");
    notice.say("…", false);
    frame = createFrame(site, {
      onReady: () => {
        panel.classList.add("r");
        if (!panel.hidden) enter();
      },
      onLate: () => notice.say(loaderWords.failed, true),
      onMessage: (message) => {
        if (message.type === "close") close();
        if (message.type === "page") frame?.send({ type: "page", url: pageUrl(location.href) });
      },
    });
    panel.append(frame.node);
  });

  // A visitor who moved on to a field of the page while the frame was loading is not pulled out of it.
  const enter = () => {
    const focused = document.activeElement;
    if (!focused || focused === host || focused === document.body) frame?.node.focus();
    frame?.send({ type: "visible", open: true });
  };

  const show = (open: boolean) => {
    panel.hidden = !open;
    launcher.ariaExpanded = `${open}`;
    launcher.ariaLabel = open ? loaderWords.close : loaderWords.open;
  };

  const open = guard(() => {
    if (!panel.hidden) return;
    show(true);
    if (!frame) load();
    else if (panel.classList.contains("r")) enter();
  });

  const close = guard(() => {
    if (panel.hidden) return;
    const hadFocus = document.activeElement === host;
    show(false);
    frame?.send({ type: "visible", open: false });
    if (hadFocus) launcher.focus();
  });

  const toggle = () => (panel.hidden ? open() : close());

  // A keyboard on the screen, not a pinch, makes the part of the page that can be seen shorter.
  const fit = guard(() => {
    if (!visualViewport || visualViewport.scale > 1.01) return;
    panel.style.setProperty("--t", `${visualViewport.offsetTop}px`);
    panel.style.setProperty("--h", `${visualViewport.height}px`);
  });

  const notice = createNotice(load, close);
  addStyle(root, site);
  launcher.append(icon("o", SPEECH_BUBBLE), icon("x", CROSS));
  launcher.onclick = toggle;
  panel.append(notice.node);
  root.append(launcher, panel);
  host.onkeydown = guard((event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  });
  show(false);
  const detach = keepAttached(host);
  visualViewport?.addEventListener("resize", fit);
  visualViewport?.addEventListener("scroll", fit);

  const destroy = guard(() => {
    visualViewport?.removeEventListener("resize", fit);
    visualViewport?.removeEventListener("scroll", fit);
    frame?.remove();
    detach();
  });

  return { open, close, toggle, destroy };
}

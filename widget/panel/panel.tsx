/** @jsxImportSource preact */
import { Fragment, h, render } from "preact";
import { isComposing, isTextKey } from "#client/pressed-key.ts";
import type { Identity } from "../bridge.ts";
import { type Chat, createChat } from "./chat.ts";
import { focusComposer } from "./composer.tsx";
import { connectHost } from "./host.ts";
import { createPanelView, GoneView } from "./panel-view.tsx";
import { readSite, showColors } from "./site-look.ts";
import { say } from "./words.ts";

const root = document.getElementById("panel");
if (root) start(root);

function start(node: HTMLElement): void {
  // Without its texts the frame stays silent, and the loader reports the failure.
  if (!siteInboxWords) return;
  globalThis.siteInboxJsx = { h, Fragment, render };
  node.ariaLabel = say("title");
  const site = readSite(node);
  let wasOpen = false;
  let chat: Chat | undefined;

  // The page's first message says whose chat it is. For someone else it creates another frame.
  const begin = (visitor?: Identity): Chat | undefined => {
    if (site && !chat) {
      chat = createChat(site.key, site, host, visitor);
      drawChat(chat, node, host.close);
      chat.open();
    }
    return chat;
  };

  const host = connectHost({
    onVisible: (isOpen) => {
      const isReturning = begin()?.isReturning;
      wasOpen ||= isOpen;
      // The page remembers a visitor that this browser stored nothing about.
      if (!wasOpen && !isReturning) host.sendForgotten(false);
      chat?.setVisible(isOpen);
      if (isOpen) focusComposer();
    },
    onIdentify: (visitor) => begin(visitor)?.identify(visitor),
    onGreeting: (text) => begin()?.greet(text),
    onLogout: () => begin()?.forget(),
  });

  addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") host.close();
    // WebKit ignores focus() in another site's frame until the visitor has used it, so the first key brings it.
    if (isTextKey(event) && document.activeElement === document.body) focusComposer();
  });
  node.replaceChildren();
  if (!site) {
    render(<GoneView onClose={host.close} />, node);
    return;
  }
  showColors(site);
  // No page around the frame could say.
  if (parent === window) begin();
}

function drawChat(chat: Chat, node: HTMLElement, onClose: () => void): void {
  const { draw, settle } = createPanelView(chat, onClose);
  let isDrawn = true;
  const drawNow = () => {
    isDrawn = true;
    render(draw(), node);
    settle();
  };
  // Changes made together are rendered together.
  chat.store.subscribe(() => {
    if (isDrawn) queueMicrotask(drawNow);
    isDrawn = false;
  });
  drawNow();
}

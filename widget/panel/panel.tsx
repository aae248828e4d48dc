/** @jsxImportSource preact */
import { render } from "preact";
import { createChat } from "./chat.ts";
import { focusComposer } from "./composer.tsx";
import { connectHost } from "./host.ts";
import { createPanelView, GoneView } from "./panel-view.tsx";
import { readSite, showAccent } from "./site-look.ts";
import { say, speak } from "./words.ts";

const root = document.getElementById("panel");
if (root) start(root);

function start(node: HTMLElement): void {
  // Without words the frame stays silent, and the loader says that the chat could not be opened.
  if (!siteInboxWords) return;
  speak(siteInboxWords.language, siteInboxWords.words);
  node.ariaLabel = say("title");
  const site = readSite(node);
  let wasOpen = false;
  const host = connectHost({
    onVisible: (isOpen) => {
      wasOpen ||= isOpen;
      // The page remembers a visitor of whom the browser kept nothing for this frame.
      if (!wasOpen && !chat?.isReturning) host.tellForgotten();
      chat?.setVisible(isOpen);
      if (isOpen) focusComposer();
    },
    onIdentify: (given) => chat?.identify(given),
    onLogout: () => chat?.forget(),
  });
  const chat = site && createChat(site.key, site, host);

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) host.close();
  });
  node.replaceChildren();
  if (!chat) {
    render(<GoneView onClose={host.close} />, node);
    return;
  }

  showAccent(node);
  const { draw, settle } = createPanelView(chat, host.close);
  let isDrawn = true;
  const drawNow = () => {
    isDrawn = true;
    render(draw(), node);
    settle();
  };
  // Whatever changes together is drawn together.
  chat.store.subscribe(() => {
    if (isDrawn) queueMicrotask(drawNow);
    isDrawn = false;
  });
  drawNow();
  chat.open();
}

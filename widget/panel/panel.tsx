/** @jsxImportSource preact */
import { render } from "preact";
import { createChat } from "./chat.ts";
import { connectHost } from "./host.ts";
import { focusComposer, GoneView, PanelView } from "./panel-view.tsx";
import { readSite, showAccent } from "./site-look.ts";

const root = document.getElementById("panel");
if (root) start(root);

function start(node: HTMLElement): void {
  const site = readSite(node);
  let opened = 0;
  const host = connectHost(() => {
    focusComposer();
    // The first opening is the frame's own start; later ones may have missed something.
    if (opened++ > 0) void chat?.open();
  });
  const chat = site && createChat(site.key, site, host.pageUrl);

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) host.close();
  });
  node.replaceChildren();
  if (!chat) {
    render(<GoneView onClose={host.close} />, node);
    return;
  }

  showAccent(site.accentColor);
  chat.store.subscribe(() => showAccent(chat.store.get().site.accentColor));
  addEventListener("online", () => {
    if (chat.store.get().notice) void chat.open();
  });
  render(<PanelView chat={chat} onClose={host.close} />, node);
  void chat.open();
}

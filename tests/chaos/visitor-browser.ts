import { createChat } from "../../widget/panel/chat.ts";
import { panelWords } from "../../widget/words/en.ts";

/*
 * A visitor's browser, as far as the panel's own code can tell: a process with storage, locks and channels that its tabs
 * share. It's controlled over IPC, and can be killed at any moment.
 */

export type BrowserOrder = { kind: "write"; tab: number; text: string } | { kind: "load older"; tab: number };

export type BrowserReport =
  /** The outbox has it, so a crash no longer loses it. */
  | { kind: "kept"; text: string }
  /** The server said that it has it. */
  | { kind: "acknowledged"; id: string; body: string; seq: number }
  | {
      kind: "shown";
      tab: number;
      conversationId: string | undefined;
      messages: Shown[];
      isWhole: boolean;
      unsent: number;
    };

export type Shown = { id: string; seq: number; body: string };

const [baseUrl = "", siteKey = "", tabs = "1"] = process.argv.slice(2);
const SITE = { name: "Shop", accentColor: "#2563eb", welcomeMessage: "Hi" };
const HOST = {
  open: () => {},
  close: () => {},
  pageUrl: async () => "https://shop.example/",
  watchPage: () => {},
  sendUnread: () => {},
  sendMessage: () => {},
  sendPreview: () => {},
  sendStarted: () => {},
  sendUnverified: () => {},
  sendIdle: () => {},
  sendForgotten: () => {},
};

const report = (message: BrowserReport) => void process.send?.(message);

/** What a page has and Node does not. */
function becomeBrowser(): void {
  const page = new EventTarget();
  const documentOfPage = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.assign(globalThis, {
    document: documentOfPage,
    // No translator changes what isn't drawn.
    MutationObserver: class {
      observe(): void {}
    },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  Object.defineProperty(navigator, "onLine", { value: true });
  // A browser tells other tabs of a change; here all of them are in one process.
  const { setItem, removeItem } = localStorage;
  const notifyTabs = (key: string) =>
    queueMicrotask(() => page.dispatchEvent(Object.assign(new Event("storage"), { key })));
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value);
    notifyTabs(key);
  };
  Storage.prototype.removeItem = function (key) {
    removeItem.call(this, key);
    notifyTabs(key);
  };
  const network = fetch;
  globalThis.fetch = async (path, init) => {
    const response = await network(baseUrl + String(path), init);
    const isMessage = new Headers(init?.headers).has("Idempotency-Key");
    if (!isMessage || response.status !== 201) return response;
    const content = await response.json();
    report({ kind: "acknowledged", id: content.message.id, body: content.message.body, seq: content.message.seq });
    return Response.json(content, { status: 201 });
  };
}

function openTab(tab: number) {
  const chat = createChat(siteKey, SITE, HOST);
  const show = () => {
    const { conversation, messages, older, unsent } = chat.store.get();
    const isWhole = older === "none";
    const shown = messages.map(({ id, seq, body }) => ({ id, seq, body }));
    report({ kind: "shown", tab, conversationId: conversation?.id, messages: shown, isWhole, unsent: unsent.length });
  };
  chat.store.subscribe(show);
  chat.open();
  chat.setVisible(true);
  show();
  return chat;
}

becomeBrowser();
Object.assign(globalThis, {
  siteInboxWords: { language: "en", words: panelWords },
  CARD_PATH: "./card.tsx",
  CONTACT_PATH: "./contact-fields.tsx",
  CONVERSATION_PATH: "./conversation.ts",
  DETAILS_PATH: "./details.tsx",
  PREVIEW_PATH: "./preview.tsx",
  FOLLOWING_PATH: "./following.ts",
});
const open = Array.from({ length: Number(tabs) }, (_, tab) => openTab(tab));

process.on("message", (order: BrowserOrder) => {
  const chat = open[order.tab];
  if (order.kind === "load older") return chat?.loadOlder();
  chat?.write(order.text);
  chat?.send();
  report({ kind: "kept", text: order.text });
});

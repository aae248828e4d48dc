import type { Message } from "#client/live-event.ts";
import { callApi } from "./api-call.ts";
import { BrowserStorage } from "./browser-storage.ts";
import { openTab, type Tab } from "./client-tab.ts";
import { chance, pick, type Random } from "./random.ts";

type Options = { baseUrl: string; token: string; name: string };

/** An owner with the inbox open, who replies, reads, marks unread and types. */
export class ChaosOwner {
  readonly name: string;
  readonly written: { body: string; to: string }[] = [];
  readonly acknowledged: Message[] = [];
  readonly #options: Options;
  readonly #browser = new BrowserStorage();
  #tab: Tab;

  constructor(options: Options) {
    this.#options = options;
    this.name = options.name;
    this.#tab = this.#open();
  }

  get tab(): Tab {
    return this.#tab;
  }

  act(random: Random): void {
    const id = pick(random, this.#tab.conversationIds());
    if (id === undefined) return;
    if (chance(random, 0.6)) this.#reply(id);
    // Not closed: a visitor who returns to a closed conversation starts another, and then their two screens differ.
    else if (chance(random, 0.3)) void this.#call(id, "PATCH", "", { unread: true });
    else void this.#call(id, "POST", chance(random, 0.5) ? "/read" : "/typing", {});
  }

  reload(): void {
    this.#tab.close();
    this.#tab = this.#open();
  }

  get isDone(): boolean {
    return this.#tab.outbox.state.get().unsent.length === 0;
  }

  close(): void {
    this.#tab.close();
  }

  #reply(to: string): void {
    const body = `${this.name} replies ${this.written.length + 1}`;
    this.written.push({ body, to });
    this.#tab.outbox.add(body, { to });
  }

  #call(id: string, method: string, path: string, body: object) {
    const { baseUrl, token } = this.#options;
    return callApi(`${baseUrl}/conversations/${id}${path}`, { method, token, body });
  }

  #open(): Tab {
    const { baseUrl, token, name } = this.#options;
    const onSent = (message: Message) => void this.acknowledged.push(message);
    return openTab({ baseUrl, token, name, browser: this.#browser, onSent });
  }
}

import type { Message } from "#client/live-event.ts";
import type { Delivery } from "#client/outbox.ts";
import type { Unsent } from "#client/unsent.ts";
import { callApi } from "./api-call.ts";
import { BrowserStorage } from "./browser-storage.ts";
import { type Acknowledged, openTab, type Tab } from "./client.ts";
import { pick, type Random } from "./random.ts";

type Session = { token: string; visitorToken: string; conversation?: { id: string } };
type Options = { baseUrl: string; siteKey: string; name: string; tabs: number; acknowledged: Acknowledged[] };

/** A visitor with one browser, in which the site is open in one tab or several. */
export class ChaosVisitor {
  readonly name: string;
  /** Everything that was written, in the order it was. */
  readonly written: string[] = [];
  readonly #options: Options;
  readonly #browser = new BrowserStorage();
  #tabs: Tab[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.name = options.name;
    for (let at = 0; at < options.tabs; at += 1) this.#tabs.push(this.#open());
  }

  get tabs(): readonly Tab[] {
    return this.#tabs;
  }

  write(random: Random): void {
    const body = `${this.name} writes ${this.written.length + 1}`;
    this.written.push(body);
    pick(random, this.#tabs)?.outbox.add(body);
  }

  /** Closes a tab at once, whatever it was doing, and opens another in its place. */
  reload(random: Random): void {
    const tab = pick(random, this.#tabs);
    if (!tab) return;
    tab.close();
    this.#tabs = [...this.#tabs.filter((one) => one !== tab), this.#open()];
  }

  unsent(): number {
    return this.#tabs[0]?.outbox.state.get().unsent.length ?? 0;
  }

  close(): void {
    for (const tab of this.#tabs) tab.close();
  }

  #open(): Tab {
    const { baseUrl, siteKey, name, acknowledged } = this.#options;
    const storage = this.#browser.tab();
    let session: Promise<Session | undefined> | undefined;

    // One lock around the first session, so that two tabs become one visitor.
    const begin = () =>
      navigator.locks.request(`${name}:session`, async () => {
        const visitorToken = storage.get("visitorToken");
        const body = { siteKey, ...(visitorToken !== undefined && { visitorToken }) };
        const answer = await callApi<Session>(`${baseUrl}/public/widget-session`, { body });
        if (!answer.ok) return undefined;
        storage.set("visitorToken", answer.value.visitorToken);
        return answer.value;
      });

    const token = async (wasRefused: boolean) => {
      if (wasRefused) session = undefined;
      session ??= begin();
      const opened = await session;
      if (!opened) session = undefined;
      return opened?.token;
    };

    const deliver = async ({ key, body }: Unsent): Promise<Delivery<Message>> => {
      const bearer = await token(false);
      if (bearer === undefined) return { ok: false, problem: { status: 0, code: "", retryAfter: 0, fields: [] } };
      const send = (path: string) =>
        callApi<{ message: Message }>(`${baseUrl}${path}`, { token: bearer, body: { message: body }, key });
      const into = (id: string) => send(`/public/conversations/${id}/messages`);
      const known = storage.get("conversation");
      let answer = known === undefined ? await send("/public/conversations") : await into(known);
      if (!answer.ok && answer.problem.status === 404) answer = await send("/public/conversations");
      if (!answer.ok && answer.problem.conversationId !== undefined) answer = await into(answer.problem.conversationId);
      if (!answer.ok) return answer;
      storage.set("conversation", answer.value.message.conversationId);
      return { ok: true, value: answer.value.message };
    };

    const side = { root: "/public", token, deliver } as const;
    return openTab({ baseUrl, name, browser: this.#browser, side, acknowledged });
  }
}

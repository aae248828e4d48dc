import { randomUUID } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import { matchOptimistic } from "#client/match-optimistic.ts";
import { createOutbox, type Delivery, type Outbox } from "#client/outbox.ts";
import type { SendProblem } from "#client/send-problem.ts";
import type { Unsent } from "#client/unsent.ts";
import { manualClock } from "./manual-clock.ts";
import { sharedMemory } from "./shared-memory.ts";
import { untilState } from "./until-state.ts";

export type Try = { message: Unsent; respond: (delivery: Delivery<number>) => void };

export const test = base.extend<{ shop: Browser }>({
  shop: async ({ baseURL: _ }, use) => {
    const browser = createBrowser();
    await use(browser);
    for (const { outbox } of browser.tabs) outbox.stop();
  },
});

export type Tab = { outbox: Outbox; sent: string[]; setOnline: (isOnline: boolean) => void };

export type Browser = ReturnType<typeof createBrowser>;

/** The tabs of one browser, and a server that responds when the test says. */
export function createBrowser(values?: ReadonlyMap<string, string>) {
  const name = randomUUID();
  const memory = sharedMemory(new Map(values));
  const time = manualClock();
  const tries: Try[] = [];
  let given = 0;
  let onTry = () => {};
  const tabs: Tab[] = [];

  const openTab = (locks: LockManager | null = navigator.locks): Tab => {
    const sent: string[] = [];
    let online = true;
    const outbox = createOutbox<number>({
      name,
      storage: memory.openTab(),
      locks: locks ?? undefined,
      clock: time.clock,
      isOnline: () => online,
      lastSeq: () => 40,
      deliver: (message) =>
        new Promise((respond) => {
          tries.push({ message, respond });
          onTry();
        }),
      onSent: ({ body }, value) => sent.push(`${body} as ${value}`),
    });
    outbox.start();
    const tab = {
      outbox,
      sent,
      setOnline: (isOnline: boolean) => {
        online = isOnline;
      },
    };
    tabs.push(tab);
    return tab;
  };

  const nextTry = async (): Promise<Try> => {
    for (;;) {
      const found = tries[given];
      if (found) {
        given++;
        return found;
      }
      await new Promise<void>((resolve) => {
        onTry = resolve;
      });
    }
  };

  return { ...memory, ...time, tabs, tries, openTab, nextTry };
}

export const stored = (value = 1): Delivery<number> => ({ ok: true, value });

export const refused = (problem: Partial<SendProblem>): Delivery<number> => ({
  ok: false,
  problem: { status: 0, code: "", retryAfter: 0, fields: [], ...problem },
});

export const list = ({ outbox }: Tab) => outbox.state.get().unsent.map(({ body, state }) => `${body} ${state}`);

export const untilList = ({ outbox }: Tab, ...expected: string[]) =>
  untilState(
    outbox.state,
    ({ unsent }) => unsent.map(({ body, state }) => `${body} ${state}`).join() === expected.join(),
  );

/** Checks that no unsent reply is taken for an earlier one with the same text, "Thanks!". */
export function expectNoEarlierMatch(unsent: readonly Unsent[]): void {
  const earlier = {
    id: "m",
    conversationId: "c",
    seq: 3,
    senderType: "owner",
    senderId: "o",
    body: "Thanks!",
    createdAt: "2026-11-20T10:00:00Z",
  } as const;
  expect(unsent).toMatchObject([{ body: earlier.body }]);
  expect(matchOptimistic([earlier], unsent, "owner").unsent).toEqual(unsent);
}

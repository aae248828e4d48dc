import { expect, test } from "@playwright/test";
import { openStorage } from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import type { ApiRequest, ApiResult } from "../../../widget/panel/api.ts";
import type { ChatState } from "../../../widget/panel/chat-state.ts";
import type { Host } from "../../../widget/panel/host.ts";
import { createVisits } from "../../../widget/panel/visits.ts";

/** A conversation on a site, whose pages are visited. */
function visitsOf(visitorDetails: boolean) {
  const requests: ApiRequest[] = [];
  let url = "https://fjord.example/mugs?token=secret#me";
  let asked = 0;
  const conversation = { id: "c", lastSeq: 1 };
  const store = createStore({ site: { visitorDetails }, conversation } as unknown as ChatState);
  let move = () => {};
  const host = {
    watchPage: (onMove: () => void) => {
      move = onMove;
    },
    pageUrl: async () => {
      asked += 1;
      return url;
    },
  } as unknown as Host;
  const session = {
    open: () => Promise.reject(new Error("not asked for here")),
    drop: () => undefined,
    call: async <T>(request: ApiRequest) => {
      requests.push(request);
      return { ok: true, value: undefined } as ApiResult<T>;
    },
  };
  const visits = createVisits({ store, session, host, storage: openStorage("test:") });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    visits,
    settle,
    pages: () => requests.map(({ body }) => Reflect.get(body ?? {}, "pageUrl")),
    requests,
    asked: () => asked,
    /** A single-page app changes the URL. */
    move: async (pageUrl: string) => {
      url = pageUrl;
      move();
      await settle();
    },
    /** A message is stored while the page has this URL. */
    message: async (pageUrl: string) => {
      url = pageUrl;
      conversation.lastSeq += 1;
      store.set({ conversation: { ...conversation } as ChatState["conversation"] & object });
      await settle();
    },
  };
}

test("a page is reported once, without its query string, and the next one with the next message", async () => {
  const { visits, settle, pages, message, requests } = visitsOf(true);
  visits.start();
  await settle();
  expect(requests[0]?.path).toBe("/public/conversations/c/visit");
  expect(requests[0]?.body).toMatchObject({ timeZone: expect.any(String), language: expect.any(String) });
  await message("https://fjord.example/mugs?token=other");
  await message("https://fjord.example/cart");
  expect(pages()).toEqual(["https://fjord.example/mugs", "https://fjord.example/cart"]);
  visits.stop();
  await message("https://fjord.example/done");
  expect(pages()).toHaveLength(2);
});

test("a URL that the page changes without loading is reported at once, and only if its path is another", async () => {
  const { visits, settle, pages, move } = visitsOf(true);
  visits.start();
  await settle();
  await move("https://fjord.example/mugs?size=2#top");
  await move("https://fjord.example/cart?token=secret");
  expect(pages()).toEqual(["https://fjord.example/mugs", "https://fjord.example/cart"]);
  visits.stop();
  await move("https://fjord.example/done");
  expect(pages()).toHaveLength(2);
});

test("nothing is reported, and the page isn't asked for its URL, if the site doesn't collect visits", async () => {
  const { visits, settle, message, move, requests, asked } = visitsOf(false);
  visits.start();
  await settle();
  await message("https://fjord.example/cart");
  await move("https://fjord.example/mugs");
  expect([requests, asked()]).toEqual([[], 0]);
});

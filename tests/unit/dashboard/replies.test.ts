import { createServer } from "node:http";
import { test as base, expect } from "@playwright/test";
import { readUnsent } from "#client/unsent.ts";
import { createLiveInbox } from "#components/live/live-inbox.ts";
import { createReplies, type Replies } from "#components/live/replies.ts";
import { createScheduledReplies } from "#components/live/scheduled-replies.ts";
import { expectNoEarlierMatch } from "../../support/outbox-tabs.ts";
import { sharedMemory } from "../../support/shared-memory.ts";
import { untilState } from "../../support/until-state.ts";

type OldService = { paths: string[]; knows: Set<string> };

/** A service of a version that doesn't know every route, on our own origin as the page sees it. */
const test = base.extend<{ old: OldService }>({
  old: async ({ baseURL: _ }, use) => {
    const old: OldService = { paths: [], knows: new Set() };
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      old.paths.push(`${request.method} ${path}`);
      const body = old.knows.has(path)
        ? {
            message: {
              id: "m",
              conversationId: "c",
              seq: 2,
              senderType: "owner",
              senderId: "user",
              body: "Thanks!",
              createdAt: "",
            },
          }
        : { code: "not_found" };
      response.writeHead("message" in body ? 201 : 404, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = Object(server.address()) as { port: number };
    const { fetch } = globalThis;
    globalThis.fetch = (path, init) => fetch(`http://127.0.0.1:${address.port}${path}`, init);
    Object.assign(globalThis, { location: { pathname: "/w/workspace/inbox" } });
    Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
    await use(old);
    Reflect.deleteProperty(globalThis, "location");
    globalThis.fetch = fetch;
    server.closeAllConnections();
    server.close();
  },
});

function startReplies(): Replies {
  const inbox = createLiveInbox();
  const storage = sharedMemory().openTab();
  const scheduled = createScheduledReplies(inbox, "user");
  const replies = createReplies({ name: "user:workspace", workspaceId: "workspace", storage, inbox, scheduled });
  replies.start();
  return replies;
}

test("during an update, a held reply that the version before gets is sent at once, and fails if its conversation is gone", async ({
  old,
}) => {
  const replies = startReplies();
  old.knows.add("/conversations/c/messages");
  replies.add("Thanks!", { to: "c", holdSeconds: 5 });
  await untilState(replies.state, ({ unsent }) => unsent.length === 0);
  expect(old.paths).toEqual(["POST /conversations/c/scheduled-replies", "POST /conversations/c/messages"]);
  replies.add("Thanks!", { to: "gone", holdSeconds: 5 });
  await untilState(replies.state, ({ unsent }) => unsent[0]?.state === "failed");
  replies.stop();
});

test("during an update, a reply for a time or with actions waits for the new version", async ({ old }) => {
  const replies = startReplies();
  old.knows.add("/conversations/c").add("/conversations/c/messages");
  const actions = { labels: ["label"] };
  replies.add("Tomorrow", { to: "c", sendAt: "2027-01-04T09:00:00Z" });
  await untilState(replies.state, ({ unsent }) => unsent[0]?.failures === 1);
  expect(replies.state.get().unsent[0]?.state).toBe("waiting");
  replies.stop();
  const other = startReplies();
  other.add("Labeled", { to: "c", holdSeconds: 5, replyActions: actions });
  await untilState(other.state, ({ unsent }) => unsent[0]?.failures === 1);
  expect(other.state.get().unsent[0]?.state).toBe("waiting");
  other.stop();
  expect(old.paths).not.toContain("POST /conversations/c/messages");
});

test("a reply sent by a tab that doesn't know the conversation matches no earlier message once it's stored", async () => {
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  const memory = sharedMemory();
  const inbox = createLiveInbox();
  const replies = createReplies({
    name: "user:workspace",
    workspaceId: "workspace",
    storage: memory.openTab(),
    inbox,
    scheduled: createScheduledReplies(inbox, "user"),
  });
  replies.start();
  replies.add("Thanks!", { to: "c" });
  await untilState(replies.state, ({ unsent }) => unsent[0]?.failures === 1);
  replies.stop();
  const unsent = readUnsent(memory.openTab());
  expect(unsent).toMatchObject([{ body: "Thanks!", after: Number.MAX_SAFE_INTEGER }]);
  expectNoEarlierMatch(unsent);
});

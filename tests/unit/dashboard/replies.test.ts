import { expect, test } from "@playwright/test";
import { readUnsent } from "#client/unsent.ts";
import { createLiveInbox } from "#components/live/live-inbox.ts";
import { createReplies } from "#components/live/replies.ts";
import { createScheduledReplies } from "#components/live/scheduled-replies.ts";
import { expectNoEarlierMatch } from "../../support/outbox-tabs.ts";
import { sharedMemory } from "../../support/shared-memory.ts";
import { untilState } from "../../support/until-state.ts";

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

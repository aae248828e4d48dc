import type { Storage } from "#client/storage.ts";
import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Host } from "./host.ts";
import { isReply } from "./is-reply.ts";
import { createPartLoader } from "./load-part.ts";

declare global {
  /** The path of the part that draws the preview, inserted by the build. */
  const PREVIEW_PATH: string;
}

type Part = typeof import("./preview.tsx");

const SEEN = "previewed";

type Options = { store: Readable<ChatState>; storage: Storage; host: Host };

/** Shows the beginning of an unread reply next to the page's button, until it's read or dismissed. */
export function createReplyPreview({ store, storage, host }: Options) {
  let show: ReturnType<Part["createPreview"]> | undefined;

  const look = (isDismissed = false) => {
    const { site, conversation, messages, isOpen } = store.get();
    const reply = messages.findLast(({ automatic }) => !automatic);
    // Only ever later: two tabs that show different replies would otherwise store theirs in turn, without an end.
    const isNews = reply && isReply(reply) && reply.createdAt > (storage.get(SEEN) ?? "");
    if (isNews && (isOpen || isDismissed)) storage.set(SEEN, reply.createdAt);
    // On a page of its own, the panel is always there.
    if (!isNews || isOpen || isDismissed || !conversation?.unreadCount || parent === window) show?.();
    else if (show) show({ site, reply });
    else loader.begin();
  };

  const loader = createPartLoader<Part>(PREVIEW_PATH, (part) => {
    show = part.createPreview({ host, onDismiss: () => look(true) });
    look();
  });

  return { look: () => look(), stop: loader.stop };
}

import type { Store } from "#client/store.ts";
import type { VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ChatState } from "./chat-state.ts";
import type { Session } from "./session.ts";
import type { ShownConversation } from "./shown-conversation.ts";

/** A busier conversation is up to date by its events. */
const QUIET_TRIES = 3;

type Options = { store: Store<ChatState>; shown: ShownConversation; session: Session };

/** What a stream begins with (contract.md section 7). */
export type VisitorReady = {
  listed?: (VisitorConversationJson & { read: { owner: number } })[];
};

type Refresh = {
  /** Fetches what may have been missed, in whichever conversation is to be shown. Returns whether that worked. */
  refresh: () => Promise<boolean>;
  /** Shows what a stream begins with. Returns whether nothing has to be fetched. */
  isCurrent: (ready: VisitorReady | undefined) => boolean;
};

export function createRefresh({ store, shown, session }: Options): Refresh {
  const loadReadPositions = async (): Promise<boolean> => {
    const { conversation } = store.get();
    if (!conversation) return true;
    const result = await session.call<{ read: { owner: number } }>({
      path: `/public/conversations/${conversation.id}/read`,
    });
    if (result.ok && store.get().conversation?.id === conversation.id) shown.setOwnerRead(result.value.read.owner);
    return result.ok || result.problem.status === 404;
  };

  const isCurrent = (ready: VisitorReady | undefined): boolean => {
    const chosen = chooseConversation(ready?.listed ?? [], store.get().conversation?.id);
    if (!chosen) return false;
    shown.note(chosen);
    shown.setOwnerRead(chosen.read.owner);
    return !shown.isBehind(chosen);
  };

  const refresh = async () => {
    for (let tries = 0; tries < QUIET_TRIES; tries++) {
      const { version } = shown;
      const result = await session.call<{ conversations: VisitorConversationJson[] }>({
        path: "/public/conversations",
      });
      if (!result.ok) return false;
      // Something newer arrived while the response was on its way.
      if (version !== shown.version) continue;
      const chosen = chooseConversation(result.value.conversations, store.get().conversation?.id);
      if (chosen) shown.note(chosen);
      else if (store.get().conversation) shown.clear();
      break;
    }
    const [caughtUp, loaded] = await Promise.all([shown.catchUp(), loadReadPositions()]);
    return caughtUp && loaded;
  };
  return { refresh, isCurrent };
}

/** Chooses which of the visitor's conversations to show: the open one, else one with an unread reply or to be rated. */
function chooseConversation<C extends VisitorConversationJson>(
  listed: readonly C[],
  shownId: string | undefined,
): C | undefined {
  return (
    listed.find(({ status }) => status === "open") ??
    listed.find(({ id }) => id === shownId) ??
    listed.find(({ unreadCount }) => unreadCount > 0) ??
    listed.find(({ ratable }) => ratable)
  );
}

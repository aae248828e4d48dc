import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { changeConversation } from "#components/live/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { isReachable } from "#components/ui/reach.ts";
import { hideToast, showToast } from "#components/ui/toast.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import type { UpdateConversationBody } from "#lib/desk/conversations/schema.ts";
import { noteArrival } from "./arrival.ts";
import { chooseRow, isShown } from "./chosen-row.ts";
import { isWriting } from "./use-once-idle.ts";

type Leaving = {
  /** What the toast says, unless the function that's returned is called with something else. */
  words: string;
  /** The change that takes it back. Undefined if nothing can. */
  reverse?: UpdateConversationBody;
  /** Whether another conversation goes with it. */
  takes?: (conversationId: string) => boolean;
};

/** How to leave the open conversation for the next one. */
type Way = {
  /** Opens the next conversation of the list, unless the reader prefers to stay or has gone on, and offers to undo. */
  goOn: (result?: string) => void;
  /**
   * Goes on while the conversation is being changed, so that the next keys reach the next conversation, and comes back
   * if that fails. If there's no next conversation, it goes on afterwards.
   */
  follow: (change: Promise<boolean>) => void;
};

// A conversation that was left may look open in the list until its change is confirmed.
const changing = new Map<string, Promise<boolean>>();

/** Returns a function to call before the open conversation is closed, deleted or the like. It returns how to leave it. */
export function useLeave(conversationId: string, filter: InboxFilter): (leaving: Leaving) => Way {
  const { inbox, replies, scheduled } = useLive();
  const openPage = useOpenPage();

  const open = (id: string) => {
    noteArrival(id);
    const path = inboxPath(filter, id);
    if (!chooseRow(id, path)) openPage(path);
  };

  const undo = async (reverse: UpdateConversationBody) => {
    if ((await changing.get(conversationId)) === false) return undefined;
    if (await replies.keepOpen(conversationId)) return undefined;
    const result = await changeConversation(inbox, conversationId, reverse);
    if (result.ok) return undefined;
    const { code, words } = result.problem;
    return code === "open_conversation_exists" ? conversationCopy.notUndone : words;
  };

  const isBeingLeft = (id: string) =>
    changing.has(id) ||
    replies.state.get().unsent.some(({ to, close }) => to === id && close) ||
    scheduled.of(id).some(({ close, state }) => close && state === "scheduled");

  return ({ words, reverse, takes = () => false }) => {
    // Now: afterwards, the row may be gone from the list.
    const next = rowNextTo(conversationId, (id) => takes(id) || isBeingLeft(id));
    const focused = document.activeElement;
    const stays = reverse && document.documentElement.dataset.afterClosing === "stay";
    let hasLeft = false;
    const undoAndReturn = (change: UpdateConversationBody) => {
      // The next page may still be loading, and the address is still this one's.
      if (hasLeft || !isShown(conversationId)) open(conversationId);
      return undo(change);
    };
    const goOn = (result = words) => {
      showToast({ words: result, undo: reverse && (() => undoAndReturn(reverse)) });
      if (stays) return;
      // The reader may have chosen another one meanwhile, or started to write.
      if (!isShown(conversationId) || isWritingSince(focused)) return;
      hasLeft = true;
      if (next) open(next);
      else openPage(inboxPath(filter));
    };
    const follow = async (change: Promise<boolean>) => {
      const isAtOnce = next !== undefined && !stays && isReachable();
      if (isAtOnce) {
        changing.set(conversationId, change);
        goOn();
      }
      const isDone = await change;
      changing.delete(conversationId);
      if (isDone && !isAtOnce) goOn();
      if (isDone || !hasLeft) return;
      if (isWriting()) return showToast({ words: conversationCopy.notLeft });
      hideToast();
      open(conversationId);
    };
    return { goOn, follow: (change) => void follow(change) };
  };
}

function isWritingSince(focused: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== focused && activeElement?.matches("textarea, input") === true;
}

/** Returns the conversation below in the list as shown, or the one above at its end. */
function rowNextTo(conversationId: string, isTaken: (id: string) => boolean): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("[aria-labelledby=inbox-heading] [data-row]")];
  const at = rows.findIndex(({ dataset }) => dataset.row === conversationId);
  if (at < 0) return rows.find((row) => !isTaken(row.dataset.row ?? ""))?.dataset.row;
  const isLeft = ({ dataset: { left, row = "" } }: HTMLElement) => left !== undefined || isTaken(row);
  const below = rows.slice(at + 1).find((row) => !isLeft(row));
  return (below ?? rows.slice(0, at).findLast((row) => !isLeft(row)))?.dataset.row;
}

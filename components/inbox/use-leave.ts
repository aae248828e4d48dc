import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { changeConversation } from "#components/conversation/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import type { UpdateConversationBody } from "#lib/conversations/schema.ts";
import { noteArrival } from "./arrival.ts";
import { chooseRow } from "./chosen-row.ts";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";

type Leaving = {
  /** What the toast says. */
  words: string;
  /** The change that takes it back. Undefined if nothing can. */
  reverse?: UpdateConversationBody;
  /** Whether another conversation goes with it. */
  takes?: (conversationId: string) => boolean;
};

/**
 * Returns a function to call before the open conversation is closed, deleted or the like. It returns what to run
 * afterwards: it opens the next conversation of the list, unless the reader prefers to stay, and offers to undo.
 */
export function useLeave(conversationId: string, filter: InboxFilter): (leaving: Leaving) => () => void {
  const { inbox } = useLive();
  const openPage = useOpenPage();

  const open = (id: string) => {
    const path = inboxPath(filter, id);
    if (!chooseRow(id, path)) openPage(path);
  };

  const undo = async (reverse: UpdateConversationBody) => {
    const result = await changeConversation(inbox, conversationId, reverse);
    if (!result.ok) {
      const { code, words } = result.problem;
      return code === "open_conversation_exists" ? conversationCopy.notUndone : words;
    }
    if (!location.pathname.endsWith(conversationId)) open(conversationId);
    return undefined;
  };

  return ({ words, reverse, takes = () => false }) => {
    // Now: afterwards, the row may be gone from the list.
    const next = rowNextTo(conversationId, takes);
    return () => {
      showToast({ words, undo: reverse && (() => undo(reverse)) });
      if (reverse && document.documentElement.dataset.afterClosing === "stay") return;
      // The reader may have opened another one meanwhile.
      if (!location.pathname.endsWith(conversationId)) return;
      noteArrival();
      if (next) open(next);
      else openPage(inboxPath(filter));
    };
  };
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

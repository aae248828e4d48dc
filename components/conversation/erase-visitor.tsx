"use client";

import { useCallback, useEffect, useState } from "react";
import { removedWords } from "#components/activity/removed-words.ts";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ActivityListResponse } from "#lib/base/activity/schema.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { PersonResponse } from "#lib/desk/people/schema.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { forgetReplies } from "./forget-replies.ts";
import { useLeave } from "./use-leave.ts";

type Props = { conversation: ConversationJson; filter: InboxFilter; onClose: () => void };

// Erasing a visitor with many messages takes a while.
const PATIENCE_MS = 90_000;
const REPORT_MS = 5_000;

/** Returns what was erased just now, as the activity log says. Undefined if that can't be read. */
async function readReport(actorId: string, siteId: string): Promise<string | undefined> {
  const query = new URLSearchParams({ action: "visitor.erased", actorId, siteId, limit: "1" });
  const result = await callApi<ActivityListResponse>(`/activity?${query}`, { patienceMs: REPORT_MS });
  const [entry] = result.ok ? result.value.activity : [];
  return entry && removedWords(entry.data);
}

/** Returns how many visitors the person is, and a way to look again. Until that's known, the visitor alone is confirmed. */
function useVisitorCount(visitorId: string): [number, () => Promise<void>] {
  const [count, setCount] = useState(1);
  const look = useCallback(async () => {
    const result = await callApi<PersonResponse>(`/people/${visitorId}`);
    if (result.ok) setCount(result.value.person.visitorCount);
  }, [visitorId]);
  useEffect(() => void look(), [look]);
  return [count, look];
}

/** Erases everything stored about a conversation's visitor and those merged with them, once that's confirmed. */
export function EraseVisitor({ conversation, filter, onClose }: Props) {
  const session = useLive();
  const { id, visitorId, siteId } = conversation;
  const leave = useLeave(id, filter);
  const [count, look] = useVisitorCount(visitorId);
  const erase = async () => {
    const known = session.inbox.known.get();
    const takes = (other: string) => known.get(other)?.visitorId === visitorId;
    const { goOn } = leave({ words: conversationCopy.erasedToast(undefined), takes });
    const result = await callDelete(`/visitors/${visitorId}?visitors=${count}`, { patienceMs: PATIENCE_MS });
    if (!result.ok) return result;
    goOn(conversationCopy.erasedToast(await readReport(session.userId, siteId)));
    // The stream reports the visitor's other conversations.
    forgetReplies(session, id);
    session.inbox.known.forget(id);
    return result;
  };
  return (
    <EraseDialog
      title={conversationCopy.eraseTitle(<bdi>{visitorName(conversation)}</bdi>)}
      hint={conversationCopy.eraseHint(count - 1)}
      action={conversationCopy.eraseVisitor}
      onErase={erase}
      onChanged={look}
      onClose={onClose}
    />
  );
}

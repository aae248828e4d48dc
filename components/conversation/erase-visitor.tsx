"use client";

import { useId } from "react";
import { removedWords } from "#components/activity/removed-words.ts";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ActivityListResponse } from "#lib/base/activity/schema.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
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

/** Has the owner type a word before everything stored about a visitor is erased. */
export function EraseVisitor({ conversation, filter, onClose }: Props) {
  const headingId = useId();
  const session = useLive();
  const { id, visitorId, siteId } = conversation;
  const leave = useLeave(id, filter);
  const { field, message, busy, form } = useForm({
    initial: { confirmation: "" },
    read: readTexts("confirmation"),
    submit: async ({ confirmation }) => {
      const word = conversationCopy.eraseWord;
      if (confirmation.trim().toLowerCase() !== word) {
        return fieldProblem("confirmation", conversationCopy.eraseMismatch(word));
      }
      const known = session.inbox.known.get();
      const takes = (other: string) => known.get(other)?.visitorId === visitorId;
      const { goOn } = leave({ words: conversationCopy.erasedToast(undefined), takes });
      const result = await callDelete(`/visitors/${visitorId}`, { patienceMs: PATIENCE_MS });
      if (!result.ok) return result;
      goOn(conversationCopy.erasedToast(await readReport(session.userId, siteId)));
      // The stream reports the visitor's other conversations.
      forgetReplies(session, id);
      session.inbox.known.forget(id);
      return { ok: true, value: undefined };
    },
  });
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-4 p-6">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {conversationCopy.eraseTitle(<bdi>{visitorName(conversation)}</bdi>)}
        </h2>
        <p className="text-quiet text-pretty">{conversationCopy.eraseHint}</p>
        <Field
          label={conversationCopy.eraseLabel(conversationCopy.eraseWord)}
          {...field("confirmation")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Notice tone="problem">{message}</Notice>
        <DialogButtons look="danger" busy={busy}>
          {conversationCopy.eraseVisitor}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

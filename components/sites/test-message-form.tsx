"use client";

import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { MessageJson } from "#lib/messages/schema.ts";

type State = { message: string; sentTo?: string; problem?: ApiProblem };

const wordsFor = (problem: ApiProblem | undefined) =>
  problem?.code === "not_accepted"
    ? "Not sent: it holds a blocked word, or the test visitor is blocked."
    : problem?.words;

export function TestMessageForm({ siteId }: { siteId: string }) {
  const [state, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const message = textOf(form, "message");
      const path = `/sites/${siteId}/test-message`;
      const answer = await callApi<{ message: MessageJson }>(path, { method: "POST", body: { message } });
      if (!answer.ok) return { message, problem: answer.problem };
      return { message, sentTo: answer.value.message.conversationId };
    },
    { message: "Hello, is this working?" },
  );
  return (
    <form action={action} noValidate className="grid justify-items-start gap-3 *:w-full">
      <TextField
        label="Message"
        name="message"
        rows={2}
        defaultValue={state.message}
        error={state.problem?.fields.message}
      />
      <Notice tone="problem">{state.problem?.fields.message ? undefined : wordsFor(state.problem)}</Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy}>
          Send the test message
        </Button>
        <p role="status">
          {state.sentTo && (
            <>
              It is in your inbox.{" "}
              <AppLink href={`/inbox/${state.sentTo}`} className="font-medium text-accent underline underline-offset-3">
                Open the conversation
              </AppLink>
            </>
          )}
        </p>
      </div>
    </form>
  );
}

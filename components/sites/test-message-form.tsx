"use client";

import { lazy, Suspense, useActionState, useEffect, useRef, useState } from "react";
import { waitUntil } from "#client/store.ts";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { testMessageCopy } from "#components/catalogs/test-message.ts";
import { PATIENCE_MS } from "#components/live/connection-trouble.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { MessageJson } from "#lib/desk/messages/schema.ts";

// Part of an empty inbox too, where it's seldom used.
const DeliveryProof = lazy(async () => {
  const part = await import("#components/deliveries/delivery-proof.tsx");
  return { default: part.DeliveryProof };
});

type Sent = { messageId: string; conversationId: string; sentAt: number; storedMs: number };
type State = { message: string; sent?: Sent; problem?: ApiProblem };

const wordsFor = (problem: ApiProblem | undefined) =>
  problem?.code === "not_accepted" ? testMessageCopy.refused : problem?.words;

/** Sends a message as a visitor would, and shows its progress on each way. */
export function TestMessageForm({ siteId }: { siteId: string }) {
  const arrivedAt = useArrivals();
  const { connection } = useLive();
  const [state, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const message = textOf(form, "message");
      const path = `/sites/${siteId}/test-message`;
      // What's sent before the stream is there can't show that it works.
      await waitUntil(connection.state, ({ phase }) => phase !== "connecting", PATIENCE_MS);
      const sentAt = performance.now();
      const result = await callApi<{ message: MessageJson }>(path, { method: "POST", body: { message } });
      if (!result.ok) return { message, problem: result.problem };
      const { id: messageId, conversationId } = result.value.message;
      return { message, sent: { messageId, conversationId, sentAt, storedMs: performance.now() - sentAt } };
    },
    { message: testMessageCopy.message },
  );
  const { sent } = state;
  const arrived = sent && arrivedAt(sent.messageId);
  return (
    <form action={action} noValidate className="grid justify-items-start gap-3 *:w-full">
      <TextField
        label={testMessageCopy.label}
        name="message"
        rows={2}
        defaultValue={state.message}
        error={state.problem?.fields.message}
      />
      <Notice tone="problem">{state.problem?.fields.message ? undefined : wordsFor(state.problem)}</Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy}>
          {testMessageCopy.send}
        </Button>
        <p role="status">{sent && testMessageCopy.sent}</p>
      </div>
      {sent && (
        <Suspense>
          <DeliveryProof
            key={sent.messageId}
            siteId={siteId}
            sent={{ ...sent, liveMs: arrived === undefined ? undefined : Math.max(arrived - sent.sentAt, 0) }}
          />
        </Suspense>
      )}
    </form>
  );
}

/**
 * Records when each message arrived over the stream while this page was open, possibly before the API's own response.
 */
function useArrivals(): (messageId: string) => number | undefined {
  const { inbox } = useLive();
  const arrivals = useRef(new Map<string, number>());
  const [, setCount] = useState(0);
  useEffect(
    () =>
      inbox.listen((event) => {
        if (event.type !== "message.created") return;
        arrivals.current.set(event.data.message.id, performance.now());
        setCount((count) => count + 1);
      }),
    [inbox],
  );
  return (messageId) => arrivals.current.get(messageId);
}

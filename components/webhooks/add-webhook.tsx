"use client";

import { useRouter } from "next/navigation";
import { useActionState, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { EVENT_TYPES } from "#lib/webhooks/event-types.ts";
import type { NewEndpointResponse } from "#lib/webhooks/schema.ts";
import { readFields, toBody, type WebhookFields, WebhookFieldset } from "./webhook-fields.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

type State = { fields: WebhookFields; problem?: ApiProblem };

const EMPTY: WebhookFields = { url: "", description: "", events: EVENT_TYPES };

const wordsOf = ({ code, words }: ApiProblem) => (code === "conflict" ? webhooksCopy.tooMany : words);

/** Creates a webhook, and shows its secret once. */
export function AddWebhook({ siteId, isFirst }: { siteId: string; isFirst: boolean }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [{ fields, problem }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const filled = readFields(form);
      const answer = await callApi<NewEndpointResponse>(`/sites/${siteId}/webhooks`, {
        method: "POST",
        body: toBody(filled),
      });
      if (!answer.ok) return { fields: filled, problem: answer.problem };
      setSecret(answer.value.secret);
      setOpen(false);
      router.refresh();
      return { fields: EMPTY };
    },
    { fields: EMPTY },
  );

  if (secret) return <WebhookSecret secret={secret} onStored={() => setSecret(undefined)} />;
  if (!isOpen) {
    return (
      <div className="grid justify-items-start gap-6">
        {isFirst && <p className="text-quiet">{webhooksCopy.none}</p>}
        <Button onClick={() => setOpen(true)}>{webhooksCopy.addWebhook}</Button>
      </div>
    );
  }
  return (
    <form
      action={action}
      noValidate
      aria-label={webhooksCopy.newWebhook}
      className="grid justify-items-start gap-5 *:w-full"
    >
      <WebhookFieldset fields={fields} problem={problem} />
      <Notice tone="problem">
        {problem && Object.keys(problem.fields).length === 0 ? wordsOf(problem) : undefined}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {webhooksCopy.addWebhook}
        </Button>
        <Button onClick={() => setOpen(false)}>{generalCopy.cancel}</Button>
      </div>
    </form>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { EndpointJson } from "#lib/webhooks/schema.ts";
import { readFields, toBody, type WebhookFields, WebhookFieldset } from "./webhook-fields.tsx";

type State = { fields: WebhookFields; problem?: ApiProblem; isSaved?: boolean };

/** Edits a webhook's URL, description and events. */
export function EditWebhook({ endpoint }: { endpoint: EndpointJson }) {
  const { id, siteId, url, description = "", events } = endpoint;
  const router = useRouter();
  const [{ fields, problem, isSaved }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const filled = readFields(form);
      const answer = await callApi(`/sites/${siteId}/webhooks/${id}`, { method: "PATCH", body: toBody(filled) });
      if (!answer.ok) return { fields: filled, problem: answer.problem };
      router.refresh();
      return { fields: filled, isSaved: true };
    },
    { fields: { url, description, events } },
  );
  return (
    <form action={action} noValidate className="grid justify-items-start gap-5 *:w-full">
      <WebhookFieldset fields={fields} problem={problem} />
      <Notice tone="problem">{problem && Object.keys(problem.fields).length === 0 ? problem.words : undefined}</Notice>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          {generalCopy.save}
        </Button>
        <p role="status">{isSaved && generalCopy.saved}</p>
      </div>
    </form>
  );
}

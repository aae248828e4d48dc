"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { EndpointJson } from "#lib/webhooks/schema.ts";
import { readFields, toBody, WebhookFieldset } from "./webhook-fields.tsx";

/** Edits a webhook's URL, description and events. */
export function EditWebhook({ endpoint }: { endpoint: EndpointJson }) {
  const { id, siteId, url, description = "", events } = endpoint;
  const router = useRouter();
  const { typed, errors, message, isDone, busy, form } = useForm({
    initial: { url, description, events },
    read: readFields,
    submit: async (filled) => {
      const result = await callApi(`/sites/${siteId}/webhooks/${id}`, { method: "PATCH", body: toBody(filled) });
      if (result.ok) router.refresh();
      return result;
    },
  });
  return (
    <form {...form} noValidate className="grid justify-items-start gap-5 *:w-full">
      <WebhookFieldset fields={typed} errors={errors} />
      <Notice tone="problem">{message}</Notice>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          {generalCopy.save}
        </Button>
        <p role="status">{isDone && generalCopy.saved}</p>
      </div>
    </form>
  );
}

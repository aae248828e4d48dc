"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { EndpointJson } from "#lib/outbox/webhooks/schema.ts";
import { readFields, toBody, WebhookFieldset } from "./webhook-fields.tsx";

/** Edits a webhook's URL, description and events. */
export function EditWebhook({ endpoint }: { endpoint: EndpointJson }) {
  const { id, siteId, url, description = "", events } = endpoint;
  const router = useRouter();
  const edit = useForm({
    initial: { url, description, events },
    read: readFields,
    submit: async (_, changes) => {
      const result = await callApi(`/sites/${siteId}/webhooks/${id}`, { method: "PATCH", body: toBody(changes) });
      if (result.ok) router.refresh();
      return result;
    },
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid justify-items-start gap-5 *:w-full">
      <WebhookFieldset fields={edit.fields} errors={edit.errors} />
      <SaveBar form={edit} />
    </form>
  );
}

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
    submit: (_, changes) => callApi(`/sites/${siteId}/webhooks/${id}`, { method: "PATCH", body: toBody(changes) }),
    onDone: () => router.refresh(),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid justify-items-start gap-5 *:w-full">
      <WebhookFieldset edit={edit} />
      <SaveBar form={edit} />
    </form>
  );
}

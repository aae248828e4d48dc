"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useEditForm } from "#components/ui/use-edit-form.ts";
import type { EndpointJson } from "#lib/webhooks/schema.ts";
import { readFields, toBody, WebhookFieldset } from "./webhook-fields.tsx";

/** Edits a webhook's URL, description and events. */
export function EditWebhook({ endpoint }: { endpoint: EndpointJson }) {
  const { id, siteId, url, description = "", events } = endpoint;
  const router = useRouter();
  const edit = useEditForm({
    stored: { url, description, events },
    read: readFields,
    save: async (changes) => {
      const result = await callApi(`/sites/${siteId}/webhooks/${id}`, { method: "PATCH", body: toBody(changes) });
      if (result.ok) router.refresh();
      return result;
    },
  });
  const { key, ...form } = edit.form;
  return (
    <form key={key} {...form} className="grid justify-items-start gap-5 *:w-full">
      <WebhookFieldset fields={edit.saved} errors={edit.errors} />
      <SaveBar form={edit} />
    </form>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { EVENT_TYPES } from "#lib/outbox/webhooks/event-types.ts";
import type { NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { readFields, toBody, type WebhookFields, WebhookFieldset } from "./webhook-fields.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const EMPTY: WebhookFields = { url: "", description: "", events: EVENT_TYPES };

/** Creates a webhook, and shows its secret once. */
export function AddWebhook({ siteId, isFirst }: { siteId: string; isFirst: boolean }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const edit = useForm({
    initial: EMPTY,
    read: readFields,
    submit: async (filled) => {
      const path = `/sites/${siteId}/webhooks`;
      const result = await callApi<NewEndpointResponse>(path, { method: "POST", body: toBody(filled) });
      if (!result.ok) return result;
      setSecret(result.value.secret);
      setOpen(false);
      router.refresh();
      return result;
    },
    clears: true,
  });
  const { message, problem, busy, form } = edit;

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
    <form {...form} noValidate aria-label={webhooksCopy.newWebhook} className="grid justify-items-start gap-5 *:w-full">
      <WebhookFieldset edit={edit} />
      <Notice tone="problem">{problem?.code === "conflict" ? webhooksCopy.tooMany : message}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {webhooksCopy.addWebhook}
        </Button>
        <Button onClick={() => setOpen(false)}>{generalCopy.cancel}</Button>
      </div>
    </form>
  );
}

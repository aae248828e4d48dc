"use client";

import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useEditForm } from "#components/ui/use-edit-form.ts";
import type { SiteMailJson } from "#lib/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";

/** Email settings of a site. */
export function SiteMail({
  siteId,
  mail: { available, alerts, visitorAnswers },
}: {
  siteId: string;
  mail: SiteMailJson;
}) {
  const edit = useEditForm({
    stored: { alerts, visitorAnswers },
    read: (form) => ({ alerts: form.has("alerts"), visitorAnswers: form.has("visitorAnswers") }),
    save: (body) => callApi(`/sites/${siteId}/mail`, { method: "PATCH", body }),
  });
  const { key, ...form } = edit.form;
  return (
    <form key={key} {...form} className="grid gap-5">
      {!available && <NoMailServer />}
      <Choice
        label={mailCopy.siteAlerts}
        hint={mailCopy.siteAlertsHint}
        name="alerts"
        defaultChecked={edit.saved.alerts}
      />
      <Choice
        label={mailCopy.visitorReplies}
        hint={mailCopy.visitorRepliesHint}
        name="visitorAnswers"
        defaultChecked={edit.saved.visitorAnswers}
      />
      <SaveBar form={edit} />
    </form>
  );
}

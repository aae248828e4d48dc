"use client";

import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { SiteMailJson } from "#lib/notify/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";

/** Email settings of a site. */
export function SiteMail({
  siteId,
  mail: { available, alerts, visitorAnswers },
}: {
  siteId: string;
  mail: SiteMailJson;
}) {
  const edit = useForm({
    initial: { alerts, visitorAnswers },
    read: (form) => ({ alerts: form.has("alerts"), visitorAnswers: form.has("visitorAnswers") }),
    submit: (_, body) => callApi(`/sites/${siteId}/mail`, { method: "PATCH", body }),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      {!available && <NoMailServer />}
      <Choice label={mailCopy.siteAlerts} hint={mailCopy.siteAlertsHint} {...edit.choice("alerts")} />
      <Choice label={mailCopy.visitorReplies} hint={mailCopy.visitorRepliesHint} {...edit.choice("visitorAnswers")} />
      <SaveBar form={edit} />
    </form>
  );
}

"use client";

import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { Choice } from "#components/ui/choice.tsx";
import type { SiteMailJson } from "#lib/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";

/** Email settings of a site. */
export function SiteMail({ siteId, mail }: { siteId: string; mail: SiteMailJson }) {
  const store = (name: keyof SiteMailJson) => async (isOn: boolean) => {
    const result = await callApi(`/sites/${siteId}/mail`, { method: "PATCH", body: { [name]: isOn } });
    return result.ok ? undefined : result.problem.words;
  };
  return (
    <div className="grid gap-4">
      {!mail.available && <NoMailServer />}
      <Choice
        label={mailCopy.siteAlerts}
        hint={mailCopy.siteAlertsHint}
        initial={mail.alerts}
        onChoose={store("alerts")}
      />
      <Choice
        label={mailCopy.visitorReplies}
        hint={mailCopy.visitorRepliesHint}
        initial={mail.visitorAnswers}
        onChoose={store("visitorAnswers")}
      />
    </div>
  );
}

"use client";

import { callApi } from "#components/api/call-api.ts";
import { Choice } from "#components/ui/choice.tsx";
import type { SiteMailJson } from "#lib/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";

/** Who is told by mail about a site. */
export function SiteMail({ siteId, mail }: { siteId: string; mail: SiteMailJson }) {
  const store = (name: keyof SiteMailJson) => async (isOn: boolean) => {
    const answer = await callApi(`/sites/${siteId}/mail`, { method: "PATCH", body: { [name]: isOn } });
    return answer.ok ? undefined : answer.problem.words;
  };
  return (
    <div className="grid gap-4">
      {!mail.available && <NoMailServer />}
      <Choice
        label="Tell me of messages"
        hint="At the e-mail of your account, when a message has gone unseen for some minutes."
        initial={mail.alerts}
        onChoose={store("alerts")}
      />
      <Choice
        label="Tell visitors of answers"
        hint="Those who left an e-mail, when they have not seen an answer. It comes under the name of this site, with a link that leads back into the chat once."
        initial={mail.visitorAnswers}
        onChoose={store("visitorAnswers")}
      />
    </div>
  );
}

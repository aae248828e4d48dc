"use client";

import { callApi } from "#components/api/call-api.ts";
import { Choice } from "#components/ui/choice.tsx";
import type { AccountMailJson } from "#lib/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";
import { SendConfirmation } from "./send-confirmation.tsx";

async function choose(alerts: boolean): Promise<string | undefined> {
  const answer = await callApi("/account/mail", { method: "PATCH", body: { alerts } });
  return answer.ok ? undefined : answer.problem.words;
}

/** Whether the reader is told by mail, and whether that can reach them. */
export function AccountMail({ email, mail }: { email: string; mail: AccountMailJson }) {
  return (
    <div className="grid gap-4">
      {!mail.available && <NoMailServer />}
      {mail.available && !mail.confirmed && (
        <div className="grid justify-items-start gap-3">
          <p className="text-pretty">
            <bdi className="font-medium wrap-anywhere">{email}</bdi> is not confirmed, so no mail tells you of messages,
            or your visitors of answers. Use the link in the mail there, or have one sent.
          </p>
          <SendConfirmation />
        </div>
      )}
      <Choice
        label="Tell me by e-mail"
        hint="One mail for a burst of messages, and none while you are using the dashboard. Each site has a choice of its own beside this one."
        initial={mail.alerts}
        onChoose={choose}
      />
    </div>
  );
}

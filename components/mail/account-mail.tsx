"use client";

import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { Choice } from "#components/ui/choice.tsx";
import type { AccountMailJson } from "#lib/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";
import { SendConfirmation } from "./send-confirmation.tsx";

async function choose(alerts: boolean): Promise<string | undefined> {
  const result = await callApi("/account/mail", { method: "PATCH", body: { alerts } });
  return result.ok ? undefined : result.problem.words;
}

/** Email settings of the account, and whether email can reach the owner. */
export function AccountMail({ email, mail }: { email: string; mail: AccountMailJson }) {
  return (
    <div className="grid gap-4">
      {!mail.available && <NoMailServer />}
      {mail.available && !mail.confirmed && (
        <div className="grid justify-items-start gap-3">
          <p className="text-pretty">
            {mailCopy.unconfirmed(<bdi className="font-medium wrap-anywhere">{email}</bdi>, mail.confirmationSent)}
          </p>
          <SendConfirmation />
        </div>
      )}
      <Choice label={mailCopy.emailMe} hint={mailCopy.emailMeHint} initial={mail.alerts} onChoose={choose} />
    </div>
  );
}

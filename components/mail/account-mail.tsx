"use client";

import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { AccountMailJson } from "#lib/notify/mail/schema.ts";
import { NoMailServer } from "./no-mail-server.tsx";
import { SendConfirmation } from "./send-confirmation.tsx";

/** Email settings of the account, and whether email can reach the owner. */
export function AccountMail({ email, mail }: { email: string; mail: AccountMailJson }) {
  const edit = useForm({
    initial: { alerts: mail.alerts },
    read: (form) => ({ alerts: form.has("alerts") }),
    submit: (_, body) => callApi("/account/mail", { method: "PATCH", body }),
  });
  return (
    <div className="grid gap-4">
      {!mail.available && <NoMailServer />}
      {mail.available && !mail.confirmed && (
        <SendConfirmation purpose="notifications" email={email} isLinkSent={mail.confirmationSent} />
      )}
      <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
        <Choice label={mailCopy.emailMe} hint={mailCopy.emailMeHint} {...edit.choice("alerts")} />
        <SaveBar form={edit} />
      </form>
    </div>
  );
}

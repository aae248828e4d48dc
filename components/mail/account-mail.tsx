"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { AccountMailJson } from "#lib/notify/mail/schema.ts";
import type { BounceJson } from "#lib/outbox/mail-queue/bounce.ts";
import { bounceReason } from "./bounce-reason.ts";
import { NoMailServer } from "./no-mail-server.tsx";
import { SendConfirmation } from "./send-confirmation.tsx";

/** Says that emails to the account's address come back, and tries it again. */
function BouncedAddress({ email, bounced }: { email: string; bounced: BounceJson }) {
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();
  const tryAgain = () =>
    startTransition(async () => {
      const result = await callApi("/account/mail", { method: "PATCH", body: { bounced: false } });
      setSaid(result.ok ? { done: bouncesCopy.triedAgain } : { problem: result.problem.words });
    });
  const profile = (
    <AppLink href="/settings/account/profile" className="font-medium underline underline-offset-3">
      {settingsCopy.profile}
    </AppLink>
  );
  return (
    <div className="grid justify-items-start gap-3">
      {said.done === undefined && (
        <>
          <p className="text-pretty wrap-anywhere text-danger">
            {bouncesCopy.own(<bdi className="font-medium">{email}</bdi>, bounceReason(bounced))}{" "}
            {bouncesCopy.since(<Moment at={bounced.since} form="date" />)}
          </p>
          {bounced.says && (
            <p className="text-sm text-pretty text-quiet wrap-anywhere">
              {bouncesCopy.says(<bdi>{bounced.says}</bdi>)}
            </p>
          )}
          <p className="text-pretty">{bouncesCopy.ownTodo(profile)}</p>
          <Button busy={busy} onClick={tryAgain}>
            {bouncesCopy.tryAgain}
          </Button>
        </>
      )}
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
    </div>
  );
}

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
      {mail.bounced && <BouncedAddress email={email} bounced={mail.bounced} />}
      <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
        <Choice label={mailCopy.emailMe} hint={mailCopy.emailMeHint} {...edit.choice("alerts")} />
        <SaveBar form={edit} />
      </form>
    </div>
  );
}

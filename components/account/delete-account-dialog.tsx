"use client";

import { useActionState, useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { closeDialogOf, Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { UsernameHint } from "./username-hint.tsx";
import { passwordError } from "./wrong-password.ts";

type State = { typed: string; isOther?: boolean; problem?: ApiProblem };

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();

/** Confirms the deletion of an account twice: with its email, and with its password. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const headingId = useId();
  const { storage, connection } = useLive();
  const [{ typed, isOther, problem }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const given = { typed: textOf(form, "confirmation") };
      if (!isSame(given.typed, email)) return { ...given, isOther: true };
      const body = { currentPassword: textOf(form, "currentPassword") };
      // The account's end also ends the stream, which mustn't look like a session that expired.
      connection.stop();
      const answer = await callApi("/account", { method: "DELETE", body });
      if (!answer.ok) {
        connection.start();
        return { ...given, problem: answer.problem };
      }
      for (const name of storage.names("")) storage.remove(name);
      location.assign("/login?account=deleted");
      return given;
    },
    { typed: "" },
  );
  const error = passwordError(problem);
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form action={action} noValidate className="grid gap-4 p-6">
        <UsernameHint email={email} />
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {accountCopy.deleteAccountTitle}
        </h2>
        <p className="text-quiet text-pretty">{accountCopy.deleteAccountHint}</p>
        <Field
          label={accountCopy.confirmEmailLabel}
          name="confirmation"
          autoComplete="off"
          spellCheck={false}
          required
          hint={email}
          defaultValue={typed}
          error={isOther ? accountCopy.otherEmail(email) : undefined}
        />
        <Field
          label={generalCopy.yourPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={error}
        />
        <Notice tone="problem">{error ? undefined : problem?.words}</Notice>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={(event) => closeDialogOf(event.currentTarget)}>{generalCopy.cancel}</Button>
          <Button type="submit" look="danger" busy={busy}>
            {accountCopy.deleteAccount}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

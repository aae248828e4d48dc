"use client";

import { useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { personStorage } from "#components/live/person-storage.ts";
import { Button } from "#components/ui/button.tsx";
import { closeDialogOf, Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { UsernameHint } from "./username-hint.tsx";

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();

/** Confirms the deletion of an account twice: with its email, and with its password. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const headingId = useId();
  const { connection, userId } = useLive();
  const { fields, errors, message, busy, form } = useForm({
    initial: { confirmation: "", currentPassword: "" },
    read: readTexts("confirmation", "currentPassword"),
    submit: async ({ confirmation, currentPassword }) => {
      if (!isSame(confirmation, email)) return fieldProblem("confirmation", accountCopy.otherEmail(email));
      // The account's end also ends the stream, which mustn't look like a session that expired.
      connection.stop();
      const result = await callApi("/account", { method: "DELETE", body: { currentPassword } });
      if (!result.ok) {
        connection.start();
        return result;
      }
      personStorage(userId).forget();
      location.assign("/login?account=deleted");
      return result;
    },
    fieldOfCode: { invalid_credentials: "currentPassword" },
  });
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-4 p-6">
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
          defaultValue={fields.confirmation}
          error={errors.confirmation}
        />
        <Field
          label={generalCopy.yourPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={errors.currentPassword}
        />
        <Notice tone="problem">{message}</Notice>
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

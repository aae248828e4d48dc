"use client";

import { Fragment } from "react";
import { callApi } from "#components/api/call-api.ts";
import { type ApiProblem, fieldProblem, type WorkspaceRef } from "#components/api/problem.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { personStorage } from "#components/live/person-storage.ts";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import { PasswordDialog } from "./password-dialog.tsx";

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();
const REFUSALS = {
  last_owner: ({ workspaces = [] }: ApiProblem) => accountCopy.lastOwner(workspaces.map(toTeamLink)),
};
const read = readTexts("confirmation", "currentPassword");

const toTeamLink = ({ id, name }: WorkspaceRef, place: number) => (
  <Fragment key={id}>
    {place > 0 && ", "}
    <a href={workspacePath(id, "/settings/team")} className="underline underline-offset-3">
      <bdi>{name}</bdi>
    </a>
  </Fragment>
);

/** Confirms the deletion of an account twice: with its email, and with its password. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { connection, userId } = useLive();
  const submit = async (form: FormData) => {
    const { confirmation, currentPassword } = read(form);
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
  };
  return (
    <PasswordDialog
      email={email}
      title={accountCopy.deleteAccountTitle}
      action={accountCopy.deleteAccount}
      look="danger"
      submit={submit}
      refusals={REFUSALS}
      fields={({ confirmation }) => (
        <Field
          label={accountCopy.confirmEmailLabel}
          name="confirmation"
          autoComplete="off"
          spellCheck={false}
          required
          hint={email}
          error={confirmation}
        />
      )}
      onClose={onClose}
    >
      {accountCopy.deleteAccountHint}
    </PasswordDialog>
  );
}

"use client";

import { useState } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callDelete } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";

type Props = {
  workspaceName: string;
  email: string;
  siteNames: readonly string[];
  /** How many other people are in it. */
  others: number;
};

// Deleting many messages takes a while.
const PATIENCE_MS = 90_000;

const read = readTexts("name", "currentPassword");

// A workspace without a name of its own has an apostrophe in it that few keyboards have.
const plain = (name: string) => name.trim().replaceAll("’", "'").toLowerCase();

/** Deletes the workspace for everyone, and says beforehand what that erases. */
export function DeleteWorkspace(props: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <span className="text-danger">{workspaceCopy.deleteTitle}</span>
      </Button>
      {asking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ workspaceName, email, siteNames, others, onClose }: Props & { onClose: () => void }) {
  const { connection, storage, workspaceId, workspaces } = useLive();
  const { deleted } = workspaceCopy;
  const next = workspaces.find(({ id, suspended }) => id !== workspaceId && !suspended);
  const submit = async (form: FormData) => {
    const { name, currentPassword } = read(form);
    if (plain(name) !== plain(workspaceName)) return fieldProblem("name", workspaceCopy.otherName(workspaceName));
    // Deleting it ends the stream, which would navigate away from this page.
    connection.stop();
    const body = { currentPassword, name: workspaceName };
    const result = await callDelete("/workspace", { body, patienceMs: PATIENCE_MS });
    if (!result.ok) {
      connection.start();
      return result;
    }
    storage.forget();
    location.assign("/");
    return result;
  };
  return (
    <PasswordDialog
      email={email}
      title={workspaceCopy.deleteQuestion(<bdi>{workspaceName}</bdi>)}
      action={workspaceCopy.deleteTitle}
      look="danger"
      submit={submit}
      fields={({ name }) => (
        <Field
          label={workspaceCopy.confirmName}
          name="name"
          autoComplete="off"
          spellCheck={false}
          required
          hint={workspaceName}
          error={name}
        />
      )}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        {siteNames.length > 0 && (
          <li>
            {deleted.sites(siteNames.length)} <bdi className="font-medium text-ink">{siteNames.join(", ")}</bdi>
          </li>
        )}
        <li>{deleted.rest}</li>
        {others > 0 && <li>{deleted.people(others)}</li>}
        <li>{next ? deleted.goTo(<bdi className="font-medium text-ink">{next.name}</bdi>) : deleted.stay}</li>
      </ul>
      <p className="mt-3 font-medium text-ink">{deleted.final}</p>
    </PasswordDialog>
  );
}

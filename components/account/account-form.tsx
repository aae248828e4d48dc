"use client";

import { useActionState, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { UserJson } from "#lib/owners/schema.ts";
import { passwordError } from "./wrong-password.ts";

type State = { name: string; email: string; user: UserJson; problem?: ApiProblem; saved?: boolean };

/** Returns the fields that differ from the account. */
function changesOf(user: UserJson, form: FormData) {
  const name = textOf(form, "name");
  const email = textOf(form, "email");
  return {
    ...(name !== (user.name ?? "") && { name }),
    ...(email !== user.email && { email, currentPassword: textOf(form, "currentPassword") }),
  };
}

async function save(state: State, form: FormData): Promise<State> {
  const body = changesOf(state.user, form);
  const typed = { name: textOf(form, "name"), email: textOf(form, "email") };
  const answer = await callApi<{ user: UserJson }>("/account", { method: "PATCH", body });
  if (!answer.ok) return { ...typed, user: state.user, problem: answer.problem };
  return { ...typed, user: answer.value.user, saved: true };
}

export function AccountForm({ user }: { user: UserJson }) {
  const [state, action, busy] = useActionState(save, { name: user.name ?? "", email: user.email, user });
  const [email, setEmail] = useState(user.email);
  const [isTouched, setTouched] = useState(false);
  const { problem } = state;
  const fields: ApiProblem["fields"] = problem?.fields ?? {};
  const isTaken = problem?.code === "email_taken";
  const wrongPassword = passwordError(problem);
  const hasFieldError = isTaken || wrongPassword !== undefined || Object.keys(fields).length > 0;

  return (
    <form
      action={action}
      noValidate
      onInput={() => setTouched(true)}
      onSubmit={() => setTouched(false)}
      className="grid max-w-sm gap-5"
    >
      <Field label={generalCopy.name} name="name" autoComplete="name" defaultValue={state.name} error={fields.name} />
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={state.email}
        onInput={(event) => setEmail(event.currentTarget.value)}
        error={isTaken ? problem.words : fields.email}
      />
      {email !== state.user.email && (
        <Field
          label={generalCopy.yourPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          hint={accountCopy.emailPasswordHint}
          error={wrongPassword}
        />
      )}
      <Notice tone="problem">{hasFieldError ? undefined : problem?.words}</Notice>
      <div className="flex items-center gap-4">
        <Button type="submit" look="primary" busy={busy}>
          {generalCopy.save}
        </Button>
        <p role="status">{state.saved && !isTouched && !busy ? generalCopy.saved : ""}</p>
      </div>
    </form>
  );
}

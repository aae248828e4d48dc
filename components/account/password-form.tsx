"use client";

import { useRouter } from "next/navigation";
import { useActionState, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { UsernameHint } from "./username-hint.tsx";
import { passwordError } from "./wrong-password.ts";

type Typed = { currentPassword: string; newPassword: string };
type State = Typed & { problem?: ApiProblem; isChanged?: boolean };

const NOTHING: Typed = { currentPassword: "", newPassword: "" };

export function PasswordForm({ email }: { email: string }) {
  const router = useRouter();
  const [isTouched, setTouched] = useState(false);
  const [{ problem, isChanged, ...typed }, action, busy] = useActionState<State, FormData>(async (_, form) => {
    const body = { currentPassword: textOf(form, "currentPassword"), newPassword: textOf(form, "newPassword") };
    const answer = await callApi("/account/password", { method: "POST", body });
    if (!answer.ok) return { ...body, problem: answer.problem };
    // The other sessions are gone from the list.
    router.refresh();
    return { ...NOTHING, isChanged: true };
  }, NOTHING);
  const currentError = passwordError(problem);
  const newError = problem?.fields.newPassword;

  return (
    <form
      action={action}
      noValidate
      onInput={() => setTouched(true)}
      onSubmit={() => setTouched(false)}
      className="grid max-w-sm gap-5"
    >
      <UsernameHint email={email} />
      <Field
        label={accountCopy.currentPassword}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        defaultValue={typed.currentPassword}
        error={currentError}
      />
      <Field
        label={generalCopy.newPassword}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        hint={generalCopy.passwordHint}
        defaultValue={typed.newPassword}
        error={newError}
      />
      <Notice tone="problem">{currentError || newError ? undefined : problem?.words}</Notice>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy}>
          {accountCopy.changePassword}
        </Button>
        <p role="status">{isChanged && !isTouched && !busy ? accountCopy.passwordChanged : ""}</p>
      </div>
    </form>
  );
}

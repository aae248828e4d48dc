"use client";

import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";

type State = { email: string; isSent?: boolean; problem?: ApiProblem };

/** Requests a link to reset the password. It never reveals whether there's an account. */
export function ForgotPasswordForm() {
  const [{ email, isSent, problem }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const given = { email: textOf(form, "email") };
      const answer = await callApi("/auth/forgot-password", { method: "POST", body: given });
      return answer.ok ? { ...given, isSent: true } : { ...given, problem: answer.problem };
    },
    { email: "" },
  );
  return (
    <form action={action} className="grid gap-4">
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={320}
        defaultValue={email}
        error={problem?.fields.email}
      />
      <Notice tone="problem">{problem?.fields.email ? undefined : problem?.words}</Notice>
      <Notice tone="done">{isSent && !busy ? authCopy.linkSent : undefined}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {authCopy.sendLink}
      </Button>
    </form>
  );
}

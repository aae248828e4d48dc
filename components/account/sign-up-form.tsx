"use client";

import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { openSession } from "#components/api/open-session.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";

type Given = { name: string; email: string; password: string };
type State = { given: Given; problem?: ApiProblem };

async function signUp({ name, ...credentials }: Given): Promise<ApiProblem | null> {
  const body = { ...credentials, ...(name && { name }) };
  const answer = await callApi<{ token: string }>("/auth/register", { method: "POST", body });
  return answer.ok ? openSession({ token: answer.value.token }) : answer.problem;
}

export function SignUpForm() {
  const [{ given, problem }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const typed = { name: textOf(form, "name"), email: textOf(form, "email"), password: textOf(form, "password") };
      const failure = await signUp(typed);
      if (failure) return { given: typed, problem: failure };
      location.assign("/settings/sites/new");
      return { given: typed };
    },
    { given: { name: "", email: "", password: "" } },
  );
  const emailTaken = problem?.code === "email_taken";
  const hasFieldError = Object.keys(problem?.fields ?? {}).length > 0;
  return (
    <form action={action} className="grid gap-4">
      <Field
        label={generalCopy.name}
        name="name"
        autoComplete="name"
        optional
        defaultValue={given.name}
        error={problem?.fields.name}
      />
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={given.email}
        error={emailTaken ? problem.words : problem?.fields.email}
      />
      <Field
        label={generalCopy.password}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={generalCopy.passwordHint}
        defaultValue={given.password}
        error={problem?.fields.password}
      />
      <Notice tone="problem">{emailTaken || hasFieldError ? undefined : problem?.words}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {authCopy.createAccount}
      </Button>
    </form>
  );
}

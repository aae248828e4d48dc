"use client";

import { useActionState } from "react";
import { openSession } from "#components/api/open-session.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";

type State = { email: string; password: string; problem?: ApiProblem };

export function LogInForm({ next }: { next: string }) {
  const [state, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const given = { email: textOf(form, "email"), password: textOf(form, "password") };
      const problem = await openSession(given);
      if (problem) return { ...given, problem };
      location.assign(next);
      return given;
    },
    { email: "", password: "" },
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
        defaultValue={state.email}
      />
      <Field
        label={generalCopy.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        defaultValue={state.password}
      />
      <Notice tone="problem">{state.problem?.words}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {generalCopy.logIn}
      </Button>
    </form>
  );
}

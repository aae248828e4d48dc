"use client";

import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";

type State = { newPassword: string; problem?: ApiProblem };

/** Sets a new password with the link of an email. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  const [{ newPassword, problem }, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const given = { newPassword: textOf(form, "newPassword") };
      const answer = await callApi("/auth/reset-password", { method: "POST", body: { token, ...given } });
      if (!answer.ok) return { ...given, problem: answer.problem };
      location.assign("/login?account=reset");
      return given;
    },
    { newPassword: "" },
  );
  if (token === "" || problem?.code === "link_gone") return <LinkGone />;
  return (
    <form action={action} className="grid gap-4">
      <Field
        label={generalCopy.newPassword}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        hint={authCopy.resetPasswordHint}
        defaultValue={newPassword}
        error={problem?.fields.newPassword}
      />
      <Notice tone="problem">{problem?.fields.newPassword ? undefined : problem?.words}</Notice>
      <Button type="submit" look="primary" busy={busy || token === undefined}>
        {authCopy.setPassword}
      </Button>
    </form>
  );
}

function LinkGone() {
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{authCopy.resetLinkGone}</Notice>
      <div>
        <a href="/forgot-password" className={buttonClass("primary")}>
          {authCopy.getNewLink}
        </a>
      </div>
    </div>
  );
}

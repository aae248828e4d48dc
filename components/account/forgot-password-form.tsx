"use client";

import { callApi } from "#components/api/call-api.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { Button } from "#components/ui/button.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { UsernameField } from "./credential-fields.tsx";

/** Requests a link to reset the password. It never reveals whether there's an account. */
export function ForgotPasswordForm() {
  const { field, message, isDone, busy, form } = useForm({
    initial: { email: "" },
    read: readTexts("email"),
    submit: (body) => callApi("/auth/forgot-password", { method: "POST", body }),
  });
  return (
    <form {...form} className="grid gap-4">
      <UsernameField maxLength={320} {...field("email")} />
      <Notice tone="problem">{message}</Notice>
      <Notice tone="done">{isDone ? authCopy.linkSent : undefined}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {authCopy.sendLink}
      </Button>
    </form>
  );
}

"use client";

import { callApi } from "#components/api/call-api.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { NewPasswordField } from "./credential-fields.tsx";

/** Sets a new password with the link of an email. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  const { field, message, problem, busy, form } = useForm({
    initial: { newPassword: "" },
    read: readTexts("newPassword"),
    submit: (given) => callApi("/auth/reset-password", { method: "POST", body: { token, ...given } }),
    onDone: () => location.assign("/login?account=reset"),
  });
  if (token === "") return <NoLink reason={authCopy.linkIncomplete} />;
  if (problem?.code === "link_gone") return <NoLink reason={authCopy.resetLinkGone} />;
  return (
    <form {...form} className="grid gap-4">
      <NewPasswordField hint={authCopy.resetPasswordHint} {...field("newPassword")} />
      <Notice tone="problem">{message}</Notice>
      <Button type="submit" look="primary" busy={busy || token === undefined}>
        {authCopy.setPassword}
      </Button>
    </form>
  );
}

function NoLink({ reason }: { reason: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{reason}</Notice>
      <div>
        <a href="/forgot-password" className={buttonClass("primary")}>
          {authCopy.getNewLink}
        </a>
      </div>
    </div>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Button } from "#components/ui/button.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { CurrentPasswordField, NewPasswordField } from "./credential-fields.tsx";
import { UsernameHint } from "./username-hint.tsx";

export function PasswordForm({ email }: { email: string }) {
  const router = useRouter();
  const { field, message, isDone, busy, form } = useForm({
    initial: { currentPassword: "", newPassword: "" },
    read: readTexts("currentPassword", "newPassword"),
    submit: (body) => callApi("/account/password", { method: "POST", body }),
    // The other sessions are gone from the list.
    onDone: () => router.refresh(),
    fieldOfCode: { invalid_credentials: "currentPassword" },
    clears: true,
  });

  return (
    <form {...form} noValidate className="grid max-w-sm gap-5">
      <UsernameHint email={email} />
      <CurrentPasswordField label={accountCopy.currentPassword} {...field("currentPassword")} />
      <NewPasswordField {...field("newPassword")} />
      <Notice tone="problem">{message}</Notice>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy}>
          {accountCopy.changePassword}
        </Button>
        <p role="status">{isDone && accountCopy.passwordChanged}</p>
      </div>
    </form>
  );
}

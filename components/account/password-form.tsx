"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { UsernameHint } from "./username-hint.tsx";

export function PasswordForm({ email }: { email: string }) {
  const router = useRouter();
  const { fields, errors, message, isDone, busy, form } = useForm({
    initial: { currentPassword: "", newPassword: "" },
    read: readTexts("currentPassword", "newPassword"),
    submit: async (body) => {
      const result = await callApi("/account/password", { method: "POST", body });
      // The other sessions are gone from the list.
      if (result.ok) router.refresh();
      return result;
    },
    fieldOfCode: { invalid_credentials: "currentPassword" },
    clears: true,
  });

  return (
    <form {...form} noValidate className="grid max-w-sm gap-5">
      <UsernameHint email={email} />
      <Field
        label={accountCopy.currentPassword}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        defaultValue={fields.currentPassword}
        error={errors.currentPassword}
      />
      <Field
        label={generalCopy.newPassword}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        hint={generalCopy.passwordHint}
        defaultValue={fields.newPassword}
        error={errors.newPassword}
      />
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

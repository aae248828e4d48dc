"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { UserJson } from "#lib/owners/schema.ts";

type Typed = { name: string; email: string; currentPassword: string };

/** Returns the fields that differ from the account. */
function changesOf(user: UserJson, { name, email, currentPassword }: Typed) {
  return {
    ...(name !== (user.name ?? "") && { name }),
    ...(email !== user.email && { email, currentPassword }),
  };
}

export function AccountForm({ user }: { user: UserJson }) {
  const [saved, setSaved] = useState(user);
  const [email, setEmail] = useState(user.email);
  const { typed, errors, message, isDone, busy, form } = useForm<Typed>({
    initial: { name: user.name ?? "", email: user.email, currentPassword: "" },
    read: readTexts("name", "email", "currentPassword"),
    submit: async (given) => {
      const body = changesOf(saved, given);
      const result = await callApi<{ user: UserJson }>("/account", { method: "PATCH", body });
      if (result.ok) setSaved(result.value.user);
      return result;
    },
    fieldOfCode: { email_taken: "email", invalid_credentials: "currentPassword" },
  });

  return (
    <form {...form} noValidate className="grid max-w-sm gap-5">
      <Field label={generalCopy.name} name="name" autoComplete="name" defaultValue={typed.name} error={errors.name} />
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={typed.email}
        onInput={(event) => setEmail(event.currentTarget.value)}
        error={errors.email}
      />
      {email !== saved.email && (
        <Field
          label={generalCopy.yourPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          hint={accountCopy.emailPasswordHint}
          error={errors.currentPassword}
        />
      )}
      <Notice tone="problem">{message}</Notice>
      <div className="flex items-center gap-4">
        <Button type="submit" look="primary" busy={busy}>
          {generalCopy.save}
        </Button>
        <p role="status">{isDone && generalCopy.saved}</p>
      </div>
    </form>
  );
}

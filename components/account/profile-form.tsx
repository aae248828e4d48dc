"use client";

import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Field } from "#components/ui/field.tsx";
import { readTexts, textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useEditForm } from "#components/ui/use-edit-form.ts";
import type { UserJson } from "#lib/owners/schema.ts";

/** Edits the account's name and email. */
export function ProfileForm({ user }: { user: UserJson }) {
  const edit = useEditForm({
    stored: { name: user.name ?? "", email: user.email },
    read: readTexts("name", "email"),
    save: (changes, _, form) => {
      const password = changes.email !== undefined && { currentPassword: textOf(form, "currentPassword") };
      return callApi("/account", { method: "PATCH", body: { ...changes, ...password } });
    },
    fieldOfCode: { email_taken: "email", invalid_credentials: "currentPassword" },
  });
  const { saved, changes, errors } = edit;
  const { key, ...form } = edit.form;

  return (
    <form key={key} {...form} className="grid max-w-96 gap-5">
      <Field label={generalCopy.name} name="name" autoComplete="name" defaultValue={saved.name} error={errors.name} />
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={saved.email}
        error={errors.email}
      />
      {changes.email !== undefined && (
        <Field
          label={generalCopy.yourPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          hint={accountCopy.emailPasswordHint}
          error={errors.currentPassword}
        />
      )}
      <SaveBar form={edit} />
    </form>
  );
}

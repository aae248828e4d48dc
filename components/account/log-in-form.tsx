"use client";

import { openSession } from "#components/api/open-session.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";

export function LogInForm({ next }: { next: string }) {
  const { fields, message, busy, form } = useForm({
    initial: { email: "", password: "" },
    read: readTexts("email", "password"),
    submit: async (given) => {
      const result = await openSession(given);
      if (result.ok) location.assign(next);
      return result;
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={320}
        defaultValue={fields.email}
      />
      <Field
        label={generalCopy.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        defaultValue={fields.password}
      />
      <Notice tone="problem">{message}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {generalCopy.logIn}
      </Button>
    </form>
  );
}

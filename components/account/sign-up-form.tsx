"use client";

import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { openSession } from "#components/api/open-session.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";

type Given = { name: string; email: string; password: string };

async function signUp({ name, ...credentials }: Given): Promise<ApiResult<unknown>> {
  const body = { ...credentials, ...(name && { name }) };
  const registered = await callApi<{ token: string }>("/auth/register", { method: "POST", body });
  if (!registered.ok) return registered;
  const result = await openSession({ token: registered.value.token });
  if (result.ok) location.assign("/settings/sites/new");
  return result;
}

export function SignUpForm() {
  const { fields, errors, message, problem, busy, form } = useForm<Given>({
    initial: { name: "", email: "", password: "" },
    read: readTexts("name", "email", "password"),
    submit: signUp,
    fieldOfCode: { email_taken: "email" },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field
        label={generalCopy.name}
        name="name"
        autoComplete="name"
        optional
        defaultValue={fields.name}
        error={errors.name}
      />
      <Field
        label={generalCopy.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={fields.email}
        error={errors.email}
      />
      <Field
        label={generalCopy.password}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={generalCopy.passwordHint}
        defaultValue={fields.password}
        error={errors.password}
      />
      <Notice tone="problem">{problem?.code === "not_accepted" ? problemCopy.signUpClosed : message}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {authCopy.createAccount}
      </Button>
    </form>
  );
}

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
import { NewPasswordField, UsernameField } from "./credential-fields.tsx";

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
  const { field, message, problem, busy, form } = useForm<Given>({
    initial: { name: "", email: "", password: "" },
    read: readTexts("name", "email", "password"),
    submit: signUp,
    fieldOfCode: { email_taken: "email" },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field label={generalCopy.name} {...field("name")} autoComplete="name" optional />
      <UsernameField {...field("email")} />
      <NewPasswordField label={generalCopy.password} {...field("password")} />
      <Notice tone="problem">{problem?.code === "not_accepted" ? problemCopy.signUpClosed : message}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {authCopy.createAccount}
      </Button>
    </form>
  );
}

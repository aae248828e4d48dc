"use client";

import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { ApiKeyScope, NewApiKeyResponse } from "#lib/team/api-keys/schema.ts";

const SCOPES: readonly ApiKeyScope[] = ["read", "write", "manage"];

/** Creates a key with a name and a scope. */
export function NewApiKey({ onMade }: { onMade: (result: NewApiKeyResponse) => void }) {
  const { field, fields, message, problem, busy, form } = useForm({
    initial: { name: "", scope: "read" },
    read: readTexts("name", "scope"),
    submit: (body) => callApi<NewApiKeyResponse>("/account/keys", { method: "POST", body }),
    onDone: onMade,
    clears: true,
  });

  return (
    <form {...form} noValidate className="grid justify-items-start gap-5 *:w-full">
      <Field
        label={accountCopy.keyName}
        {...field("name")}
        autoComplete="off"
        maxLength={80}
        required
        hint={accountCopy.keyNameHint}
      />
      <RadioCards
        label={accountCopy.permissions}
        name="scope"
        options={SCOPES.map((scope) => [scope, accountCopy.scopes[scope].name, accountCopy.scopes[scope].hint])}
        defaultValue={SCOPES.find((scope) => scope === fields.scope) ?? "read"}
      />
      <Notice tone="problem">{problem?.code === "conflict" ? accountCopy.tooManyKeys : message}</Notice>
      <div>
        <Button type="submit" busy={busy}>
          {accountCopy.createKey}
        </Button>
      </div>
    </form>
  );
}

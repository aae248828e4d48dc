"use client";

import { useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { ApiKeyScope, NewApiKeyResponse } from "#lib/api-keys/schema.ts";

const SCOPES: readonly ApiKeyScope[] = ["read", "write", "manage"];

/** Creates a key with a name and a scope. */
export function NewApiKey({ onMade }: { onMade: (result: NewApiKeyResponse) => void }) {
  const id = useId();
  const { fields, errors, message, problem, busy, form } = useForm({
    initial: { name: "", scope: "read" },
    read: readTexts("name", "scope"),
    submit: async (body) => {
      const result = await callApi<NewApiKeyResponse>("/account/keys", { method: "POST", body });
      if (result.ok) onMade(result.value);
      return result;
    },
    clears: true,
  });

  return (
    <form {...form} noValidate className="grid justify-items-start gap-5 *:w-full">
      <Field
        label={accountCopy.keyName}
        name="name"
        autoComplete="off"
        maxLength={80}
        required
        defaultValue={fields.name}
        error={errors.name}
        hint={accountCopy.keyNameHint}
      />
      <fieldset>
        <legend className="mb-1.5 font-medium">{accountCopy.permissions}</legend>
        <div className="grid gap-2">
          {SCOPES.map((value) => (
            <label
              key={value}
              className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="scope"
                value={value}
                defaultChecked={value === fields.scope}
                aria-describedby={`${id}-${value}`}
                className="mt-1 size-4 accent-accent"
              />
              <span>
                <span className="block font-medium">{accountCopy.scopes[value].name}</span>
                <span id={`${id}-${value}`} className="text-sm text-quiet">
                  {accountCopy.scopes[value].hint}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Notice tone="problem">{problem?.code === "conflict" ? accountCopy.tooManyKeys : message}</Notice>
      <div>
        <Button type="submit" busy={busy}>
          {accountCopy.createKey}
        </Button>
      </div>
    </form>
  );
}

"use client";

import { useActionState, useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { ApiKeyScope, NewApiKeyResponse } from "#lib/api-keys/schema.ts";

type State = { name: string; scope: string; problem?: ApiProblem };

const EMPTY: State = { name: "", scope: "read" };
const SCOPES: readonly ApiKeyScope[] = ["read", "write", "manage"];

const messageOf = ({ code, words }: ApiProblem) => (code === "conflict" ? accountCopy.tooManyKeys : words);

/** Creates a key with a name and a scope. */
export function NewApiKey({ onMade }: { onMade: (answer: NewApiKeyResponse) => void }) {
  const id = useId();
  const [{ name, scope, problem }, action, busy] = useActionState<State, FormData>(async (_, form) => {
    const body = { name: textOf(form, "name"), scope: textOf(form, "scope") };
    const answer = await callApi<NewApiKeyResponse>("/account/keys", { method: "POST", body });
    if (!answer.ok) return { ...body, problem: answer.problem };
    onMade(answer.value);
    return EMPTY;
  }, EMPTY);
  const nameError = problem?.fields.name;

  return (
    <form action={action} noValidate className="grid justify-items-start gap-5 *:w-full">
      <Field
        label={accountCopy.keyName}
        name="name"
        autoComplete="off"
        maxLength={80}
        required
        defaultValue={name}
        error={nameError}
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
                defaultChecked={value === scope}
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
      <Notice tone="problem">{problem && !nameError ? messageOf(problem) : undefined}</Notice>
      <div>
        <Button type="submit" busy={busy}>
          {accountCopy.createKey}
        </Button>
      </div>
    </form>
  );
}

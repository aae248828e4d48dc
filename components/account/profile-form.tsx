"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts, textOf } from "#components/ui/form-text.ts";
import { RadioRow } from "#components/ui/radio-row.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { AccountJson } from "#lib/people/owners/schema.ts";
import { CurrentPasswordField } from "./credential-fields.tsx";

const { theme, listDensity, afterClosing, holdSeconds } = accountCopy.preferences;

const HOLDS = [0, 5, 10, 20, 30];

const readTyped = (form: FormData) => ({
  ...readTexts("name", "email", "theme", "listDensity", "afterClosing")(form),
  holdSeconds: Number(form.get("holdSeconds")),
  checklist: form.has("checklist") ? "shown" : "hidden",
});

/** Edits the account's name and email, and how the dashboard looks and works. */
export function ProfileForm({ user: { name = "", email, preferences } }: { user: AccountJson }) {
  const router = useRouter();
  const edit = useForm<ReturnType<typeof readTyped>>({
    initial: { name, email, ...preferences },
    read: readTyped,
    submit: (_, { name, email, ...changed }, form) => {
      const body = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email, currentPassword: textOf(form, "currentPassword") }),
        ...(Object.keys(changed).length > 0 && { preferences: changed }),
      };
      return callApi("/account", { method: "PATCH", body });
    },
    onDone: () => router.refresh(),
    fieldOfCode: { email_taken: "email", invalid_credentials: "currentPassword" },
  });
  const { field, saved, fields, typed, changes, errors } = edit;
  useShownPreferences(typed, saved);

  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-8">
      <div className="grid max-w-96 gap-5">
        <Field label={generalCopy.name} {...field("name")} autoComplete="name" />
        <Field label={generalCopy.email} {...field("email")} type="email" autoComplete="email" />
        {changes.email !== undefined && (
          <CurrentPasswordField required={false} hint={accountCopy.emailPasswordHint} error={errors.currentPassword} />
        )}
      </div>
      <div className="grid gap-5">
        <h2 className="text-lg font-semibold">{accountCopy.preferences.title}</h2>
        <RadioRow {...field("theme")} label={theme.label} options={Object.entries(theme.options)} />
        <RadioRow {...field("listDensity")} label={listDensity.label} options={Object.entries(listDensity.options)} />
        <RadioRow
          {...field("afterClosing")}
          label={afterClosing.label}
          options={Object.entries(afterClosing.options)}
        />
        <RadioRow
          {...field("holdSeconds")}
          label={holdSeconds.label}
          hint={holdSeconds.hint}
          options={[...new Set([...HOLDS, preferences.holdSeconds])]
            .sort((one, other) => one - other)
            .map((seconds) => [seconds, holdSeconds.option(seconds)] as const)}
        />
        <Choice
          name="checklist"
          label={accountCopy.preferences.checklist}
          hint={accountCopy.preferences.checklistHint}
          defaultChecked={fields.checklist === "shown"}
        />
      </div>
      <SaveBar form={edit} />
    </form>
  );
}

type Preferences = Pick<ReturnType<typeof readTyped>, "theme" | "listDensity" | "afterClosing" | "holdSeconds">;

/** Shows the chosen preferences before they're saved, and the saved ones once the page is left. */
function useShownPreferences(typed: Preferences, saved: Preferences): void {
  const [now, later] = [JSON.stringify(shownIn(typed)), JSON.stringify(shownIn(saved))];
  useEffect(() => {
    const { dataset } = document.documentElement;
    Object.assign(dataset, JSON.parse(now));
    return () => void Object.assign(dataset, JSON.parse(later));
  }, [now, later]);
}

const shownIn = ({ theme, listDensity, afterClosing, holdSeconds }: Preferences) => ({
  theme,
  density: listDensity,
  afterClosing,
  holdSeconds,
});

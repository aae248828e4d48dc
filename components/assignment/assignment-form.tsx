"use client";

import { useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import { assignmentCopy as copy } from "#components/catalogs/assignment.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { MemberJson } from "#lib/members/schema.ts";
import type { SiteJson } from "#lib/sites/schema.ts";
import { TurnList } from "./turn-list.tsx";

type Assignment = SiteJson["assignment"];

const MODES: readonly Assignment["mode"][] = ["manual", "round_robin"];
type Props = { siteId: string; stored: Assignment; people: readonly MemberJson[] };
type Fields = { mode: Assignment["mode"]; givesBack: boolean; minutes: string };

const USUAL = 10;

/** How a site's conversations get an assignee. */
export function AssignmentForm({ siteId, stored, people }: Props) {
  const id = useId();
  const edit = useForm<Fields>({
    initial: {
      mode: stored.mode,
      givesBack: stored.giveBackMinutes !== null,
      minutes: String(stored.giveBackMinutes ?? USUAL),
    },
    read: (form) => ({
      mode: form.get("mode") === "round_robin" ? "round_robin" : "manual",
      givesBack: form.has("givesBack"),
      minutes: textOf(form, "minutes"),
    }),
    submit: ({ mode, givesBack, minutes: after }) => {
      const assignment = { mode, giveBackMinutes: givesBack ? Number(after) : null };
      return callApi(`/sites/${siteId}`, { method: "PATCH", body: { assignment } });
    },
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-6">
      <fieldset>
        <legend className="sr-only">{copy.mode}</legend>
        <div className="grid gap-2">
          {MODES.map((mode) => (
            <label
              key={mode}
              className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="mode"
                value={mode}
                defaultChecked={mode === edit.fields.mode}
                aria-describedby={`${id}-${mode}`}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{copy.modes[mode].name}</span>
                <span id={`${id}-${mode}`} className="block text-sm text-quiet text-pretty">
                  {copy.modes[mode].hint}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {/* What isn't shown is kept. */}
      <div hidden={edit.typed.mode === "manual"} className="not-[[hidden]]:grid gap-5">
        <Choice
          label={copy.givesBack}
          hint={copy.givesBackHint}
          name="givesBack"
          defaultChecked={edit.fields.givesBack}
        />
        <div hidden={!edit.typed.givesBack} className="max-w-60 ps-6.5">
          <Field
            label={copy.giveBackMinutes}
            name="minutes"
            type="number"
            inputMode="numeric"
            min={1}
            max={1440}
            required
            defaultValue={edit.fields.minutes}
            error={edit.errors["assignment.giveBackMinutes"]}
          />
        </div>
        <section aria-label={copy.people}>
          <h3 className="font-medium">{copy.people}</h3>
          <p className="mb-3 text-sm text-quiet">{copy.peopleHint}</p>
          <TurnList people={people} />
        </section>
      </div>
      <SaveBar form={edit} />
    </form>
  );
}

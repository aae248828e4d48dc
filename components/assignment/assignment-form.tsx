"use client";

import { callApi } from "#components/api/call-api.ts";
import { assignmentCopy as copy } from "#components/catalogs/assignment.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import { TurnList } from "./turn-list.tsx";

type Assignment = SiteJson["assignment"];

type Mode = Assignment["mode"];
type Props = { siteId: string; stored: Assignment; modes: readonly Mode[]; people: readonly MemberJson[] };
type Fields = { mode: Mode; givesBack: boolean; minutes: string };

const USUAL = 10;

/** How a site's conversations get an assignee. */
export function AssignmentForm({ siteId, stored, modes, people }: Props) {
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
      <RadioCards
        label={copy.mode}
        isLabelHidden
        name="mode"
        options={modes.map((mode) => [mode, copy.modes[mode].name, copy.modes[mode].hint])}
        defaultValue={edit.fields.mode}
      />
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

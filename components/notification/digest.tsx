"use client";

import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { hourName } from "#components/reports/report-words.ts";
import { useReader } from "#components/time/reader.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { MembershipJson } from "#lib/team/members/schema.ts";

const { digest: copy } = notificationsCopy;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const USUAL_HOUR = 8;

/** The daily email about a workspace: whether it comes, and when. */
export function Digest({ stored }: { stored: MembershipJson["digest"] }) {
  const reader = useReader();
  const { hour, timeZone } = stored ?? { hour: USUAL_HOUR, timeZone: reader.timeZone };
  const edit = useForm({
    initial: { isOn: stored !== undefined, hour, timeZone },
    read: (form) => ({
      isOn: form.has("isOn"),
      hour: form.has("hour") ? Number(textOf(form, "hour")) : hour,
      timeZone: form.has("timeZone") ? textOf(form, "timeZone").trim() : timeZone,
    }),
    submit: ({ isOn, ...digest }) =>
      callApi("/account/membership", { method: "PATCH", body: { digest: isOn ? digest : null } }),
  });
  const { choice, typed, errors, fields } = edit;
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      <Choice label={copy.on} hint={copy.onHint} {...choice("isOn")} />
      {typed.isOn && (
        <div className="flex flex-wrap gap-4 *:min-w-0">
          <SelectField
            label={copy.hour}
            name="hour"
            options={HOURS.map((one) => [one, hourName(one, reader)])}
            defaultValue={fields.hour}
            error={errors["digest.hour"]}
          />
          <Field
            label={copy.timeZone}
            name="timeZone"
            required
            spellCheck={false}
            defaultValue={fields.timeZone}
            error={errors["digest.timeZone"]}
          />
        </div>
      )}
      <SaveBar form={edit} />
    </form>
  );
}

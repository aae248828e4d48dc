"use client";

import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useReader } from "#components/time/reader.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { QuietHours as Hours } from "#lib/team/notification-settings/schema.ts";

const { quietHours: copy } = notificationsCopy;

/** When a person isn't notified. */
export function QuietHours({ stored }: { stored: Hours | null }) {
  const { timeZone } = useReader();
  const { from, until, timeZone: zone } = stored ?? { from: "22:00", until: "07:00", timeZone };
  const edit = useForm({
    initial: { isOn: stored !== null, from, until, timeZone: zone },
    read: (form) => ({
      isOn: form.has("isOn"),
      from: form.has("from") ? textOf(form, "from") : from,
      until: form.has("until") ? textOf(form, "until") : until,
      timeZone: form.has("timeZone") ? textOf(form, "timeZone").trim() : zone,
    }),
    submit: ({ isOn, ...hours }) =>
      callApi("/account/notifications", { method: "PATCH", body: { quietHours: isOn ? hours : null } }),
  });
  const { choice, typed, errors, fields } = edit;
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      <Choice label={copy.on} hint={copy.onHint} {...choice("isOn")} />
      {typed.isOn && (
        <div className="flex flex-wrap gap-4 *:min-w-0">
          <Field
            label={copy.from}
            name="from"
            type="time"
            required
            defaultValue={fields.from}
            error={errors["quietHours.from"]}
          />
          <Field
            label={copy.until}
            name="until"
            type="time"
            required
            defaultValue={fields.until}
            error={errors["quietHours.until"]}
          />
          <Field
            label={copy.timeZone}
            name="timeZone"
            required
            spellCheck={false}
            defaultValue={fields.timeZone}
            error={errors["quietHours.timeZone"]}
          />
        </div>
      )}
      <SaveBar form={edit} />
    </form>
  );
}

"use client";

import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { EscalationJson } from "#lib/team/notification-settings/schema.ts";

const { escalation: copy } = notificationsCopy;
const USUAL = 5;

/** What happens if no one reads a site's conversation. */
export function Escalation({ siteId, stored }: { siteId: string; stored: EscalationJson }) {
  const edit = useForm({
    initial: { isOn: stored.minutes !== null, minutes: String(stored.minutes ?? USUAL) },
    read: (form) => ({
      isOn: form.has("isOn"),
      minutes: form.has("minutes") ? textOf(form, "minutes") : String(stored.minutes ?? USUAL),
    }),
    submit: ({ isOn, minutes }) =>
      callApi(`/sites/${siteId}/escalation`, { method: "PATCH", body: { minutes: isOn ? Number(minutes) : null } }),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      <Choice label={copy.on} hint={copy.onHint} {...edit.choice("isOn")} />
      {edit.typed.isOn && (
        <div className="max-w-40">
          <Field
            label={copy.minutes}
            {...edit.field("minutes")}
            type="number"
            inputMode="numeric"
            min={1}
            max={240}
            required
          />
        </div>
      )}
      <SaveBar form={edit} />
    </form>
  );
}

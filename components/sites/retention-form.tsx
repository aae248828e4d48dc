"use client";

import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { controlClass, FieldLabel, FieldWords, useDescribed } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useEditForm } from "#components/ui/use-edit-form.ts";

const CHOICES = [30, 90, 180, 365, 730, 1095];
const YEAR_DAYS = 365;

type Props = { siteId: string; initial: number | undefined };

/** After how many days without a message the site's conversations are deleted. */
export function RetentionForm({ siteId, initial = 0 }: Props) {
  const [asking, setAsking] = useState(false);
  const attributes = useDescribed({ hint: sitesCopy.retentionHint });
  const edit = useEditForm({
    // 0 is never.
    stored: { days: initial },
    read: (form) => ({ days: Number(textOf(form, "retentionDays")) }),
    save: (_, { days }) => callApi(`/sites/${siteId}`, { method: "PATCH", body: { retentionDays: days || null } }),
  });
  const { key, ...form } = edit.form;
  const { days } = edit.typed;

  const confirm = async () => {
    const problem = await edit.store();
    if (problem === undefined) setAsking(false);
    return problem;
  };
  const submit = (event: FormEvent) => {
    if (!deletesMore(days, edit.saved.days)) return form.onSubmit(event);
    event.preventDefault();
    setAsking(true);
  };

  return (
    <>
      <form key={key} {...form} onSubmit={submit} className="grid gap-3">
        <div>
          <FieldLabel id={attributes.id} label={sitesCopy.retention} />
          <select
            {...attributes}
            name="retentionDays"
            defaultValue={edit.saved.days}
            className={`${controlClass} max-w-60`}
          >
            <option value={0}>{sitesCopy.retentionNever}</option>
            {retentionChoices(initial).map((choice) => (
              <option key={choice} value={choice}>
                {sitesCopy.retentionAfter(periodLabel(choice))}
              </option>
            ))}
          </select>
          <FieldWords id={attributes.id} hint={sitesCopy.retentionHint} />
        </div>
        <SaveBar form={edit} done={edit.saved.days ? sitesCopy.retentionOn : sitesCopy.retentionOff} />
      </form>
      {asking && (
        <ConfirmDialog
          title={sitesCopy.retentionTitle}
          action={sitesCopy.deleteConversations}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          {sitesCopy.retentionWarning(periodLabel(days))}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Returns the periods to choose from, including the current one if it was set through the API. */
function retentionChoices(current: number): number[] {
  return [...new Set([...CHOICES, ...(current > 0 ? [current] : [])])].toSorted((one, other) => one - other);
}

/** Returns the label for a number of days. */
function periodLabel(days: number): string {
  return days % YEAR_DAYS === 0 ? sitesCopy.years(days / YEAR_DAYS) : sitesCopy.days(days);
}

/** Whether a change deletes more than before. */
const deletesMore = (days: number, before: number) => days > 0 && (before === 0 || days < before);

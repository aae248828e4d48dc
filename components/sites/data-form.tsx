"use client";

import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FieldLabel, FieldWords, selectClass, useDescribed } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { FileKindsField, inOrder, kindsIn } from "./file-kinds.tsx";

const CHOICES = [30, 90, 180, 365, 730, 1095];
const YEAR_DAYS = 365;

type Props = {
  siteId: string;
  visitorDetails: boolean;
  retentionDays: number | undefined;
  fileKinds: SiteJson["files"]["kinds"];
};

/** What a site stores of its visitors, for how long, and which files it accepts. */
export function DataForm({ siteId, visitorDetails, retentionDays = 0, fileKinds }: Props) {
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  const attributes = useDescribed({ hint: sitesCopy.retentionHint });
  const edit = useForm({
    // 0 is never.
    initial: { visitorDetails, days: retentionDays, fileKinds: inOrder(fileKinds) },
    read: (form) => ({
      visitorDetails: form.has("visitorDetails"),
      days: Number(textOf(form, "retentionDays")),
      fileKinds: kindsIn(form),
    }),
    submit: (_, { days, ...changes }) => {
      setDone(days === undefined ? undefined : days ? sitesCopy.retentionOn : sitesCopy.retentionOff);
      const body = { ...changes, ...(days !== undefined && { retentionDays: days || null }) };
      return callApi(`/sites/${siteId}`, { method: "PATCH", body });
    },
  });
  const { days } = edit.typed;

  const confirm = async () => {
    const problem = await edit.store();
    if (problem === undefined) setAsking(false);
    return problem;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!deletesMore(days, edit.saved.days)) return edit.form.onSubmit(event);
    event.preventDefault();
    setAsking(true);
  };

  return (
    <>
      <form key={edit.key} {...edit.form} noValidate onSubmit={submit} className="grid gap-8">
        <Choice
          {...edit.choice("visitorDetails")}
          label={sitesCopy.visitorDetails}
          hint={sitesCopy.visitorDetailsHint}
        />
        <div>
          <FieldLabel id={attributes.id} label={sitesCopy.retention} />
          <select
            {...attributes}
            name="retentionDays"
            defaultValue={edit.fields.days}
            className={`${selectClass} max-w-60`}
          >
            <option value={0}>{sitesCopy.retentionNever}</option>
            {retentionChoices(retentionDays).map((choice) => (
              <option key={choice} value={choice}>
                {sitesCopy.retentionAfter(periodLabel(choice))}
              </option>
            ))}
          </select>
          <FieldWords id={attributes.id} hint={sitesCopy.retentionHint} />
        </div>
        <FileKindsField chosen={edit.fields.fileKinds} />
        <SaveBar form={edit} done={done} />
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

"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { controlClass, FieldLabel, FieldWords, useDescribed } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";

const CHOICES = [30, 90, 180, 365, 730, 1095];
const YEAR_DAYS = 365;

type Props = { siteId: string; initial: number | undefined };

export function RetentionForm({ siteId, initial }: Props) {
  const router = useRouter();
  const [stored, setStored] = useState(initial);
  const [chosen, setChosen] = useState(initial);
  const [came, setCame] = useState<{ problem?: string; done?: string }>({});
  const [asking, setAsking] = useState(false);
  const [busy, startTransition] = useTransition();
  const attributes = useDescribed({ hint: sitesCopy.retentionHint });

  const store = async () => {
    const body = { retentionDays: chosen ?? null };
    const result = await callApi(`/sites/${siteId}`, { method: "PATCH", body });
    if (!result.ok) return result.problem.words;
    setStored(chosen);
    setAsking(false);
    setCame({
      done: chosen === undefined ? sitesCopy.retentionOff : sitesCopy.retentionOn,
    });
    router.refresh();
    return undefined;
  };
  // A form's action would reset the selection.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isShorter(chosen, stored)) return setAsking(true);
    startTransition(async () => {
      const problem = await store();
      if (problem) setCame({ problem });
    });
  };

  return (
    <>
      <form onSubmit={submit} onInput={() => setCame({})} className="grid gap-3">
        <div>
          <FieldLabel id={attributes.id} label={sitesCopy.retention} />
          <select
            {...attributes}
            name="retentionDays"
            value={chosen ?? ""}
            onChange={({ currentTarget }) =>
              setChosen(currentTarget.value === "" ? undefined : Number(currentTarget.value))
            }
            className={`${controlClass} max-w-60`}
          >
            <option value="">{sitesCopy.retentionNever}</option>
            {retentionChoices(initial).map(({ days, label }) => (
              <option key={days} value={days}>
                {sitesCopy.retentionAfter(label)}
              </option>
            ))}
          </select>
          <FieldWords id={attributes.id} hint={sitesCopy.retentionHint} />
        </div>
        <Notice tone="problem">{came.problem}</Notice>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={busy}>
            {generalCopy.save}
          </Button>
          <p role="status">{came.done ?? ""}</p>
        </div>
      </form>
      {asking && chosen !== undefined && (
        <ConfirmDialog
          title={sitesCopy.retentionTitle}
          action={sitesCopy.deleteConversations}
          onConfirm={store}
          onClose={() => setAsking(false)}
        >
          {sitesCopy.retentionWarning(periodLabel(chosen))}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Returns the periods to choose from, including the current one if it was set through the API. */
function retentionChoices(current: number | undefined): { days: number; label: string }[] {
  const all = new Set([...CHOICES, ...(current === undefined ? [] : [current])]);
  return [...all].toSorted((one, other) => one - other).map((days) => ({ days, label: periodLabel(days) }));
}

/** Returns the label for a number of days. */
function periodLabel(days: number): string {
  return days % YEAR_DAYS === 0 ? sitesCopy.years(days / YEAR_DAYS) : sitesCopy.days(days);
}

/** Whether a change deletes more than before. */
const isShorter = (days: number | undefined, before: number | undefined) =>
  days !== undefined && (before === undefined || days < before);

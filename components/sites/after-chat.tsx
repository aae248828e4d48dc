"use client";

import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { closingCopy } from "#components/catalogs/closing.tsx";
import { type MailNeeds, MailNeedsWords } from "#components/mail/mail-needs.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { AutoCloseResponse } from "#lib/desk/auto-close/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";

const USUAL_DAYS = 7;
const DAYS_MAX = 365;
const PAUSE_MS = 300;

type Props = { site: SiteJson; needs: MailNeeds };
type Counts = AutoCloseResponse["wouldClose"];

/** Whether visitors are asked how it was, and when conversations are closed automatically, with how many that would be now. */
export function AfterChat({ site, needs }: Props) {
  const { id, asksRating, mailsRating, autoCloseDays, autoCloseSpares, autoCloseEarlier } = site;
  const days = String(autoCloseDays ?? USUAL_DAYS);
  const stored = {
    asksRating,
    mailsRating,
    isOn: autoCloseDays !== null,
    autoCloseDays: days,
    starred: autoCloseSpares.includes("starred"),
    noted: autoCloseSpares.includes("noted"),
    earlier: autoCloseEarlier,
  };
  const edit = useForm({
    initial: stored,
    // Fields that aren't shown count as they were stored.
    read: (form) =>
      form.has("isOn")
        ? {
            ...ratingOf(form, stored),
            isOn: true,
            autoCloseDays: textOf(form, "autoCloseDays"),
            starred: form.has("starred"),
            noted: form.has("noted"),
            earlier: textOf(form, "which") === "earlier",
          }
        : { ...stored, ...ratingOf(form, stored), isOn: false },
    submit: (typed, changes) => callApi(`/sites/${id}`, { method: "PATCH", body: bodyOf(typed, changes) }),
  });
  const { isOn } = edit.typed;
  const wouldClose = useCounts(id, isOn ? edit.typed : undefined);
  const wasOn = edit.saved.isOn;

  return (
    <form key={edit.key} {...edit.form} noValidate>
      <SettingsSection title={closingCopy.rating}>
        <RatingChoices
          asks={edit.choice("asksRating")}
          mails={edit.choice("mailsRating")}
          isOn={edit.typed.asksRating}
          needs={needs && <MailNeedsWords needs={needs} siteId={id} />}
        />
      </SettingsSection>
      <SettingsSection title={closingCopy.automatically} hint={closingCopy.onHint}>
        <div className="grid gap-5">
          <Choice label={closingCopy.on} hint={closingCopy.neverHint} {...edit.choice("isOn")} />
          <div hidden={!isOn}>
            <div className="grid gap-5">
              <div className="max-w-60">
                <Field
                  label={closingCopy.days}
                  {...edit.field("autoCloseDays")}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={DAYS_MAX}
                  required
                />
              </div>
              <Choice label={closingCopy.starred} hint={closingCopy.starredHint} {...edit.choice("starred")} />
              <Choice label={closingCopy.noted} hint={closingCopy.notedHint} {...edit.choice("noted")} />
              <RadioCards
                label={closingCopy.which}
                name="which"
                defaultValue={edit.fields.earlier ? "earlier" : "new"}
                options={[
                  [
                    "new",
                    wasOn ? closingCopy.sinceTurnedOn : closingCopy.fromNowOn,
                    `${wasOn ? closingCopy.sinceTurnedOnHint : closingCopy.fromNowOnHint} ${closingCopy.closeNow(wouldClose?.sinceTurnedOn)}`,
                  ],
                  [
                    "earlier",
                    closingCopy.earlier,
                    `${closingCopy.earlierHint} ${closingCopy.closeNow(wouldClose?.all)}`,
                  ],
                ]}
              />
            </div>
          </div>
        </div>
      </SettingsSection>
      <SaveBar form={edit} />
    </form>
  );
}

type Switch = { name: string; defaultChecked: boolean };
type RatingProps = { asks: Switch; mails: Switch; isOn: boolean; needs: ReactNode };

/** Whether visitors are asked for a rating, and if so, also by email. */
const RatingChoices = ({ asks, mails, isOn, needs }: RatingProps) => (
  <div className="grid gap-5">
    <Choice label={closingCopy.asksRating} hint={closingCopy.asksRatingHint} {...asks} />
    <div hidden={!isOn}>
      <Choice
        label={closingCopy.mailsRating}
        hint={
          <>
            {closingCopy.mailsRatingHint} {needs}
          </>
        }
        {...mails}
      />
    </div>
  </div>
);

/** What's asked. A field that isn't shown counts as it was stored. */
const ratingOf = (form: FormData, stored: { mailsRating: boolean }) => ({
  asksRating: form.has("asksRating"),
  mailsRating: form.has("asksRating") ? form.has("mailsRating") : stored.mailsRating,
});

/** The fields that changed. Those of automatic closing belong together. */
const bodyOf = (typed: Rule, { asksRating, mailsRating, ...rule }: Partial<Rule & RatingFields>) => ({
  ...(asksRating !== undefined && { asksRating }),
  ...(mailsRating !== undefined && { mailsRating }),
  ...(Object.keys(rule).length > 0 && ruleOf(typed)),
});

type RatingFields = { asksRating: boolean; mailsRating: boolean };
type Rule = Spared & { isOn: boolean; autoCloseDays: string; earlier: boolean };

const ruleOf = ({ isOn, autoCloseDays, earlier, ...spared }: Rule) =>
  isOn
    ? { autoCloseDays: Number(autoCloseDays), autoCloseSpares: sparesOf(spared), autoCloseEarlier: earlier }
    : { autoCloseDays: null };

type Spared = { starred: boolean; noted: boolean };

const sparesOf = ({ starred, noted }: Spared): string[] => [
  ...(starred ? ["starred"] : []),
  ...(noted ? ["noted"] : []),
];

/** Counts what would close now, again whenever the rule was changed. Undefined until that's known, and for no rule. */
function useCounts(siteId: string, rule: (Spared & { autoCloseDays: string }) | undefined): Counts | undefined {
  const [counts, setCounts] = useState<Counts>();
  const days = Number(rule?.autoCloseDays);
  const spares = rule ? sparesOf(rule).join(",") : undefined;
  useEffect(() => {
    setCounts(undefined);
    if (spares === undefined || !Number.isInteger(days) || days < 1 || days > DAYS_MAX) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const query = new URLSearchParams({ days: String(days), spares });
      const result = await callApi<AutoCloseResponse>(`/sites/${siteId}/auto-close?${query}`);
      if (result.ok && isCurrent) setCounts(result.value.wouldClose);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [siteId, days, spares]);
  return counts;
}

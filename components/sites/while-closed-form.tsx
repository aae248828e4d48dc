"use client";

import { useEffect } from "react";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { RadioRow } from "#components/ui/radio-row.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { AWAY_TEXT_MAX } from "#lib/sites/sites/away-text-length.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { codePoints, isBlank } from "#platform/characters.ts";
import { type AwayWords, awayWords, filledWith, readAwayWords, storeWords } from "./site-words.ts";
import { readWords, WordsField, WordsText } from "./words-field.tsx";

const WAYS = ["show", "form", "hide"] as const;

export type WhileClosed = Pick<SiteJson, "whenClosed"> & { awayText: string; words: AwayWords };

export const whileClosedOf = ({ whenClosed, awayText }: SiteJson, words: WordsOfSite): WhileClosed => ({
  whenClosed,
  awayText: awayText ?? "",
  words: awayWords(words),
});

const read = (form: FormData): WhileClosed => ({
  whenClosed: WAYS.find((way) => way === textOf(form, "whenClosed")) ?? "show",
  awayText: readWords(form, "awayText", undefined),
  words: readAwayWords(form),
});

type Props = { siteId: string; initial: WhileClosed; onType: (typed: WhileClosed) => void };

/** Edits what visitors get while the site is closed: the chat, a form or nothing, and the away text in each language. */
export function WhileClosedForm({ siteId, initial, onType }: Props) {
  const edit = useForm<WhileClosed>({
    initial,
    read,
    submit: async ({ whenClosed, awayText, words }): Promise<ApiResult<unknown>> =>
      (await storeWords(siteId, edit.saved.words, words)) ??
      callApi(`/sites/${siteId}`, {
        method: "PATCH",
        body: { whenClosed, awayText: isBlank(awayText) ? null : awayText },
      }),
  });
  const { fields, typed } = edit;
  useEffect(() => onType(typed), [typed, onType]);
  const filled = filledWith(typed.words, "awayText");
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid max-w-160 gap-6">
      <RadioRow
        label={copy.whenClosed.label}
        name="whenClosed"
        options={WAYS.map((way) => [way, copy.whenClosed[way]])}
        defaultValue={fields.whenClosed}
        hint={copy.whenClosedHint}
      />
      <WordsField
        label={copy.awayText}
        name="awayText"
        filled={filled}
        hint={(language) => {
          if (isBlank(typed.awayText) && filled.length > 0) return copy.awayOthers;
          const text = language ? (typed.words[language]?.awayText ?? "") : typed.awayText;
          const left = AWAY_TEXT_MAX - codePoints(text);
          return left < 0 ? copy.charactersOver(-left) : copy.charactersLeft(left);
        }}
        errors={edit.errors}
      >
        {(one) => (
          <WordsText
            one={one}
            label={copy.awayText}
            name="awayText"
            initial={one.language ? fields.words[one.language]?.awayText : fields.awayText}
            fallback={(one.language && typed.awayText) || copy.awayTextExample}
            isLong
          />
        )}
      </WordsField>
      <SaveBar form={edit} />
    </form>
  );
}

"use client";

import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { AWAY_TEXT_MAX } from "#lib/sites/sites/away-text-length.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { codePoints, isBlank } from "#platform/characters.ts";
import { type AwayWords, awayWords, filledWith, readAwayWords, storeWords } from "./site-words.ts";
import { readWords, WordsField, WordsText } from "./words-field.tsx";

type Props = { siteId: string; awayText: string | null; words: WordsOfSite };

/** Edits what visitors get who write while the site is closed, in each language. */
export function AwayTextForm({ siteId, awayText, words }: Props) {
  const edit = useForm<{ awayText: string; words: AwayWords }>({
    initial: { awayText: awayText ?? "", words: awayWords(words) },
    read: (form) => ({ awayText: readWords(form, "awayText", undefined), words: readAwayWords(form) }),
    submit: async (typed): Promise<ApiResult<unknown>> =>
      (await storeWords(siteId, edit.saved.words, typed.words)) ??
      callApi(`/sites/${siteId}`, {
        method: "PATCH",
        body: { awayText: isBlank(typed.awayText) ? null : typed.awayText },
      }),
  });
  const { fields, typed } = edit;
  const filled = filledWith(typed.words, "awayText");
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid max-w-160 gap-6">
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

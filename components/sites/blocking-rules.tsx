"use client";

import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { BlockingJson } from "#lib/files/blocking/schema.ts";

type Props = { siteId: string; blocking: BlockingJson };

const wordsIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The words that a site blocks, one per line, and its flood protection. */
export function BlockingRules({ siteId, blocking: { words, asksProof } }: Props) {
  const edit = useForm({
    initial: { words, asksProof },
    read: (form) => ({ words: wordsIn(textOf(form, "words")), asksProof: form.has("asksProof") }),
    submit: async (typed, changes) => {
      const result = await callApi(`/sites/${siteId}/blocking`, { method: "PATCH", body: changes });
      if (result.ok) return result;
      const error = wordsError(result.problem.fields, typed.words);
      return error === undefined ? result : { ok: false, problem: { ...result.problem, fields: { words: error } } };
    },
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-8">
      <TextField
        label={sitesCopy.blockedWords}
        name="words"
        rows={4}
        defaultValue={edit.fields.words.join("\n")}
        error={edit.errors.words}
        hint={sitesCopy.blockedWordsHint}
      />
      <Choice label={sitesCopy.floodProtection} hint={sitesCopy.floodProtectionHint} {...edit.choice("asksProof")} />
      <SaveBar form={edit} />
    </form>
  );
}

/** Returns the error of the first rejected word. The API names it by its index. */
function wordsError(fields: Record<string, string>, words: readonly string[]): string | undefined {
  const [path, message] = Object.entries(fields)[0] ?? [];
  if (path === undefined || message === undefined) return undefined;
  const word = words[Number(path.split(".")[1] ?? Number.NaN)];
  return word === undefined ? message : sitesCopy.wordError(word, message);
}

"use client";

import { useRouter } from "next/navigation";
import { useActionState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";

type State = { text: string; error?: string | undefined; problem?: string; isSaved?: boolean };

/** The words that a site blocks, one per line. */
export function BlockedWords({ siteId, words }: { siteId: string; words: string[] }) {
  const router = useRouter();
  const [state, action, busy] = useActionState<State, FormData>(
    async (_, form) => {
      const text = textOf(form, "words");
      const lines = text.split("\n").map((line) => line.trim());
      const written = lines.filter(Boolean);
      const result = await callApi(`/sites/${siteId}/blocking`, { method: "PATCH", body: { words: written } });
      if (result.ok) {
        router.refresh();
        return { text, isSaved: true };
      }
      const error = wordsError(result.problem.fields, written);
      return { text, error, ...(!error && { problem: result.problem.words }) };
    },
    { text: words.join("\n") },
  );
  return (
    <form action={action} noValidate className="grid justify-items-start gap-3 *:w-full">
      <TextField
        label={sitesCopy.blockedWords}
        name="words"
        rows={4}
        defaultValue={state.text}
        error={state.error}
        hint={sitesCopy.blockedWordsHint}
      />
      <Notice tone="problem">{state.problem}</Notice>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          {sitesCopy.saveWords}
        </Button>
        <p role="status">{state.isSaved && generalCopy.saved}</p>
      </div>
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

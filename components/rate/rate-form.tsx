"use client";

import { type FormEvent, useState, useTransition } from "react";
import { FACES } from "#client/faces.ts";
import { callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { RateWords } from "./words.ts";

const COMMENT_MAX = 500;

type Props = {
  token: string;
  words: RateWords;
  /** What the visitor has rated it. */
  score: number | undefined;
  /** Takes the code of a refusal. Returns whether it's final. */
  onRefused: (code: string) => boolean;
};

/** Five faces with a word each, a comment and a button. A comment that was sent stays until there's another. */
export function RateForm({ token, words, score, onRefused }: Props) {
  const [outcome, setOutcome] = useState<{ isDone?: boolean; problem?: string }>({});
  const [busy, startTransition] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = Number(form.get("score"));
    const comment = textOf(form, "comment").trim();
    if (!chosen) return setOutcome({ problem: words.choose });
    startTransition(async () => {
      const body = { token, score: chosen, ...(comment && { comment }) };
      const result = await callApi("/public/rating", { method: "PUT", body });
      if (result.ok) return setOutcome({ isDone: true });
      if (!onRefused(result.problem.code)) setOutcome({ problem: words.failed });
    });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
      <div role="radiogroup" aria-labelledby="ask" className="grid gap-3">
        <p id="ask" className="font-medium">
          {words.ask}
        </p>
        <div className="grid grid-cols-5 gap-1">
          {words.scores.map((word, at) => (
            <label
              key={word}
              className="grid cursor-pointer content-start justify-items-center gap-1 rounded-lg py-2 text-center text-sm hover:bg-hover has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input type="radio" name="score" value={at + 1} defaultChecked={score === at + 1} className="sr-only" />
              <LineIcon path={FACES[at] ?? ""} size={36} />
              <span className="max-w-full hyphens-auto wrap-anywhere">{word}</span>
            </label>
          ))}
        </div>
      </div>
      <label className="grid gap-1.5 font-medium">
        <span>
          {words.more} <span className="font-normal text-quiet">({words.optional})</span>
        </span>
        <textarea
          name="comment"
          rows={3}
          maxLength={COMMENT_MAX}
          dir="auto"
          className="w-full rounded-lg border border-edge bg-surface px-3 py-2 font-normal"
        />
      </label>
      <Notice tone="problem">{outcome.problem}</Notice>
      <Notice tone="done">{outcome.isDone ? `${words.thanks} ${words.changeable}` : undefined}</Notice>
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}

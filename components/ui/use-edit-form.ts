"use client";

import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { errorsOf } from "./use-form.ts";

type EditForm<F> = {
  stored: F;
  read: (form: FormData) => F;
  /** Stores what differs from the stored values. */
  save: (changes: Partial<F>, typed: F, form: FormData) => Promise<ApiResult<unknown>>;
  /** Shows the message of an error code at a field. */
  fieldOfCode?: Record<string, string>;
};

const SAVED_SHOWN_MS = 4000;

/** Edits stored values: knows which of them differ, saves only these, and can discard them. */
export function useEditForm<F extends Record<string, unknown>>({ stored, read, save, fieldOfCode = {} }: EditForm<F>) {
  const element = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(stored);
  const [typed, setTyped] = useState(stored);
  const [problem, setProblem] = useState<ApiProblem | undefined>();
  const [isDone, setDone] = useState(false);
  // Another key makes new fields, with the stored values.
  const [round, setRound] = useState(0);
  const [busy, startTransition] = useTransition();
  const changes = differences(saved, typed);
  const isChanged = Object.keys(changes).length > 0;
  const errors = errorsOf(problem, fieldOfCode);

  const follow = useEffectEvent(() => {
    if (element.current) setTyped(read(new FormData(element.current)));
  });
  // What was typed before the page became interactive.
  useEffect(() => follow(), []);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  /** Returns an error message, or undefined. */
  const store = async (): Promise<string | undefined> => {
    if (!element.current) return undefined;
    const form = new FormData(element.current);
    const given = read(form);
    const result = await save(differences(saved, given), given, form);
    setProblem(result.ok ? undefined : result.problem);
    setDone(result.ok);
    if (!result.ok) return result.problem.words;
    setSaved(given);
    return undefined;
  };

  return {
    typed,
    saved,
    changes,
    isChanged,
    busy,
    isDone: isDone && !isChanged,
    problem,
    errors,
    store,
    discard: () => {
      setTyped(saved);
      setProblem(undefined);
      setRound(round + 1);
    },
    /** The attributes of the form element. */
    form: {
      ref: element,
      key: round,
      noValidate: true,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        setTyped(read(new FormData(event.currentTarget)));
        setDone(false);
      },
      // An action would reset what was typed.
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!busy) startTransition(async () => void (await store()));
      },
    },
  };
}

function differences<F extends Record<string, unknown>>(before: F, now: F): Partial<F> {
  const names: (keyof F)[] = Object.keys(now);
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  const result: Partial<F> = {};
  for (const name of changed) result[name] = now[name];
  return result;
}

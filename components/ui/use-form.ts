"use client";

import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";

type Form<F, T> = {
  /** The stored values, or those of an empty form. */
  initial: F;
  read: (form: FormData) => F;
  /** `changes` are the typed values that differ from the saved ones. */
  submit: (typed: F, changes: Partial<F>, form: FormData) => Promise<ApiResult<T>>;
  /** Runs once it has worked, with what the API returned. */
  onDone?: (value: T) => void;
  /** Shows the message of an error code at a field, if the error names none itself. */
  fieldOfCode?: Record<string, string>;
  /** Empties the form once it has worked. */
  clears?: boolean;
};

/** Runs a form: knows what was typed, what differs from the saved values, and what went wrong where. */
export function useForm<F extends Record<string, unknown>, T = unknown>(options: Form<F, T>) {
  const { initial, read, submit, onDone, fieldOfCode = {}, clears = false } = options;
  const element = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(initial);
  const [typed, setTyped] = useState(initial);
  const [failed, setFailed] = useState<{ problem: ApiProblem; given: F } | undefined>();
  const [isDone, setDone] = useState(false);
  const [timesCleared, setTimesCleared] = useState(0);
  // Another key makes new fields, with the saved values.
  const [round, setRound] = useState(0);
  const [busy, startTransition] = useTransition();
  const changes = differences(saved, typed);
  const problem = failed?.problem;
  const errors = errorsOf(problem, fieldOfCode);
  const fields = failed?.given ?? saved;

  const follow = useEffectEvent(() => {
    if (element.current) setTyped(read(new FormData(element.current)));
  });
  // Reads the text typed before the page became interactive.
  useEffect(() => follow(), []);
  useEffect(() => {
    if (timesCleared > 0) element.current?.reset();
  }, [timesCleared]);

  const run = async (form: FormData): Promise<string | undefined> => {
    const given = read(form);
    setDone(false);
    const result = await submit(given, differences(saved, given), form);
    if (result.ok) onDone?.(result.value);
    setFailed(result.ok ? undefined : { problem: result.problem, given });
    setDone(result.ok);
    if (!result.ok) return result.problem.words;
    setSaved(clears ? initial : given);
    if (clears) {
      setTyped(initial);
      setTimesCleared((times) => times + 1);
    }
    return undefined;
  };

  return {
    typed,
    saved,
    changes,
    isChanged: Object.keys(changes).length > 0,
    /** What the fields contain when they're rendered. */
    fields,
    /** The attributes of a field. */
    field: <Name extends keyof F & string>(name: Name) => ({ name, defaultValue: fields[name], error: errors[name] }),
    /** The attributes of a switch. */
    choice: <Name extends keyof F & string>(name: Name) => ({ name, defaultChecked: fields[name] === true }),
    busy,
    problem,
    /** Errors by field name. */
    errors,
    /** The error that isn't a field's. */
    message: Object.keys(errors).length > 0 ? undefined : problem?.words,
    /** Whether it has worked, and nothing was typed since. */
    isDone: isDone && !busy,
    /** Submits the form. Returns an error message, or undefined. */
    store: async () => (element.current ? run(new FormData(element.current)) : undefined),
    discard: () => {
      setTyped(saved);
      setFailed(undefined);
      setRound(round + 1);
    },
    /** The key of a form element whose changes can be discarded. */
    key: round,
    /** The attributes of the form element. */
    form: {
      ref: element,
      // React keeps what's submitted before the page is interactive for this action, which resets the fields.
      action: async (form: FormData) => void (await run(form)),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        if (!busy) startTransition(async () => void (await run(form)));
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        setTyped(read(new FormData(event.currentTarget)));
        setDone(false);
      },
    },
  };
}

/** Returns a problem's messages by field name. Some codes are about a field. */
function errorsOf(problem: ApiProblem | undefined, fieldOfCode: Record<string, string>): Record<string, string> {
  const field = fieldOfCode[problem?.code ?? ""];
  if (!problem || !field || Object.keys(problem.fields).length > 0) return problem?.fields ?? {};
  return { [field]: problem.words };
}

function differences<F extends Record<string, unknown>>(before: F, now: F): Partial<F> {
  const names: (keyof F)[] = Object.keys(now);
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  const result: Partial<F> = {};
  for (const name of changed) result[name] = now[name];
  return result;
}

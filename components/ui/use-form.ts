"use client";

import { useActionState, useState } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";

type Form<F> = {
  initial: F;
  read: (form: FormData) => F;
  submit: (typed: F) => Promise<ApiResult<unknown>>;
  /** Shows the message of an error code at a field. */
  fieldOfCode?: Record<string, string>;
  /** Empties the form once it has worked. */
  clears?: boolean;
};

type State<F> = { typed: F; problem?: ApiProblem; hasWorked?: boolean };

/** Runs a form's action. React resets the form after it, so this returns what was typed, and what went wrong where. */
export function useForm<F>({ initial, read, submit, fieldOfCode = {}, clears = false }: Form<F>) {
  const [isTouched, setTouched] = useState(false);
  const [{ typed, problem, hasWorked = false }, action, busy] = useActionState<State<F>, FormData>(
    async (_, form) => {
      const given = read(form);
      const result = await submit(given);
      if (!result.ok) return { typed: given, problem: result.problem };
      return { typed: clears ? initial : given, hasWorked: true };
    },
    { typed: initial },
  );
  const errors = errorsOf(problem, fieldOfCode);
  return {
    typed,
    busy,
    problem,
    /** Errors by field name. */
    errors,
    /** The error that isn't a field's. */
    message: Object.keys(errors).length > 0 ? undefined : problem?.words,
    /** Whether it has worked, and nothing was typed since. */
    isDone: hasWorked && !isTouched && !busy,
    form: { action, onInput: () => setTouched(true), onSubmit: () => setTouched(false) },
  };
}

/** Returns a problem's messages by field name. Some codes are about a field. */
export function errorsOf(problem: ApiProblem | undefined, fieldOfCode: Record<string, string>): Record<string, string> {
  const field = fieldOfCode[problem?.code ?? ""];
  return { ...problem?.fields, ...(problem && field && { [field]: problem.words }) };
}

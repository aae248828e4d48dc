"use client";

import type { ApiResult } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { waitWords } from "#components/time/wait-words.ts";
import { readTexts } from "#components/ui/form-text.ts";
import { PasswordDialog } from "./password-dialog.tsx";

export type FactorProof = { currentPassword: string; code: string };

type Props = {
  email: string;
  title: string;
  hint: string;
  action: string;
  look?: "primary" | "danger";
  submit: (proof: FactorProof) => Promise<ApiResult<unknown>>;
  onClose: () => void;
};

const read = readTexts("currentPassword", "code");

const REFUSALS = {
  conflict: securityCopy.stillRequired,
  // The password has a limit of its own.
  rate_limited: ({ retryAfter }: ApiProblem) => problemCopy.tooManyCodes(waitWords(retryAfter)),
};

/** Asks for the password and a code before it changes how the person logs in. */
export const SecondFactorProof = ({ hint, submit, ...dialog }: Props) => (
  <PasswordDialog {...dialog} asksCode submit={(form) => submit(read(form))} refusals={REFUSALS}>
    {hint}
  </PasswordDialog>
);

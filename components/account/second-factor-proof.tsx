"use client";

import { useId } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { waitWords } from "#components/time/wait-words.ts";
import { Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { CodeField } from "./code-field.tsx";
import { UsernameHint } from "./username-hint.tsx";

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

/** Asks for the password and a code before it changes how the person logs in. */
export function SecondFactorProof({ email, title, hint, action, look = "primary", submit, onClose }: Props) {
  const headingId = useId();
  const { fields, errors, message, problem, busy, form } = useForm<FactorProof>({
    initial: { currentPassword: "", code: "" },
    read: readTexts("currentPassword", "code"),
    submit,
    fieldOfCode: { invalid_credentials: "currentPassword" },
  });
  // The password has a limit of its own.
  const said = problem?.code === "conflict" ? securityCopy.stillRequired : message;
  const waiting = problem?.status === 429 ? problemCopy.tooManyCodes(waitWords(problem.retryAfter)) : undefined;
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-4 p-6">
        <UsernameHint email={email} />
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {title}
        </h2>
        <p className="text-quiet text-pretty">{hint}</p>
        <Field
          label={generalCopy.yourPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          defaultValue={fields.currentPassword}
          error={errors.currentPassword}
        />
        <CodeField error={errors.code} hint={securityCopy.codeOrRecovery} />
        <Notice tone="problem">{waiting ?? said}</Notice>
        <DialogButtons look={look} busy={busy}>
          {action}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

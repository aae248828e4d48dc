"use client";

import { type ReactNode, useId } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { CodeField } from "./code-field.tsx";
import { CurrentPasswordField } from "./credential-fields.tsx";
import { UsernameHint } from "./username-hint.tsx";

type Props = {
  email: string;
  title: ReactNode;
  /** The button's label, a verb. */
  action: string;
  /** "danger" if something is destroyed. */
  look?: "primary" | "danger";
  /** Receives what was typed. The password is its `currentPassword`. */
  submit: (form: FormData) => Promise<ApiResult<unknown>>;
  /** What an error code means here, if it's more than it says elsewhere. */
  refusals?: Readonly<Record<string, string | ((problem: ApiProblem) => ReactNode)>>;
  /** Further fields, above the password, with their errors by name. */
  fields?: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** Whether a code of the second factor is required too. */
  asksCode?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** Confirms something important with the person's password. */
export function PasswordDialog({
  email,
  title,
  action,
  look = "primary",
  submit,
  refusals = {},
  fields,
  asksCode = false,
  onClose,
  children,
}: Props) {
  const headingId = useId();
  const { errors, message, problem, busy, form } = useForm({
    initial: { currentPassword: "" },
    read: (given) => ({ currentPassword: textOf(given, "currentPassword") }),
    submit: (_typed, _changes, given) => submit(given),
    fieldOfCode: { invalid_credentials: "currentPassword" },
  });
  const refusal = problem && refusals[problem.code];
  const words = typeof refusal === "function" ? problem && refusal(problem) : refusal;
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-4 p-6 *:min-w-0">
        <UsernameHint email={email} />
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">
          {title}
        </h2>
        {children && <div className="text-quiet text-pretty wrap-anywhere">{children}</div>}
        {fields?.(errors)}
        <CurrentPasswordField error={errors.currentPassword} />
        {asksCode && <CodeField error={errors.code} hint={securityCopy.codeOrRecovery} />}
        <Notice tone="problem">{message && (words ?? message)}</Notice>
        <DialogButtons look={look} busy={busy}>
          {action}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

"use client";

import { authCopy } from "#components/catalogs/auth.tsx";
import { Field } from "#components/ui/field.tsx";

const takeFocus = (node: HTMLElement | null) => node?.focus();

type Props = {
  /** Whether only a recovery code is meant, which has letters. */
  isRecovery?: boolean;
  takesFocus?: boolean;
  error?: string | undefined;
  hint?: string;
};

/** Takes a code of the authenticator app, which phones and password managers fill in, or a recovery code. */
export function CodeField({ isRecovery = false, takesFocus = false, error, hint }: Props) {
  // A number pad has no letters, so it's only for a field that takes nothing but digits.
  const isNumeric = !isRecovery && hint === undefined;
  return (
    <Field
      ref={takesFocus ? takeFocus : undefined}
      label={isRecovery ? authCopy.recoveryCode : authCopy.code}
      name="code"
      autoComplete={isRecovery ? "off" : "one-time-code"}
      inputMode={isNumeric ? "numeric" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      required
      error={error}
      hint={hint}
    />
  );
}

"use client";

import { type ReactNode, useMemo, useState } from "react";
import { encode } from "uqr";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { waitWords } from "#components/time/wait-words.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { RecoveryCodesResponse, SecondFactorSetupResponse } from "#lib/people/second-factor/schema.ts";
import { CodeField } from "./code-field.tsx";
import { CurrentPasswordField } from "./credential-fields.tsx";
import { UsernameHint } from "./username-hint.tsx";

const takeFocus = (node: HTMLElement | null) => node?.focus();

type Props = {
  email: string;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
  /** What canceling does, if it isn't only that. */
  cancel?: string;
};

/** Sets up two-factor login: the password, then the app, then its first code. */
export function SecondFactorSetup({ email, onDone, onCancel, cancel = generalCopy.cancel }: Props) {
  const [setup, setSetup] = useState<SecondFactorSetupResponse>();
  const canceling = <Button onClick={onCancel}>{cancel}</Button>;
  return setup ? (
    <ScanStep setup={setup} onDone={onDone}>
      {canceling}
    </ScanStep>
  ) : (
    <PasswordStep email={email} onDone={setSetup}>
      {canceling}
    </PasswordStep>
  );
}

type PasswordProps = { email: string; onDone: (setup: SecondFactorSetupResponse) => void; children: ReactNode };

function PasswordStep({ email, onDone, children }: PasswordProps) {
  const { errors, message, problem, busy, form } = useForm({
    initial: { currentPassword: "" },
    read: readTexts("currentPassword"),
    submit: (body) => callApi<SecondFactorSetupResponse>("/account/second-factor", { method: "POST", body }),
    onDone,
    fieldOfCode: { invalid_credentials: "currentPassword" },
  });
  return (
    <form {...form} noValidate className="grid max-w-sm gap-5">
      <UsernameHint email={email} />
      <CurrentPasswordField ref={takeFocus} error={errors.currentPassword} />
      <Notice tone="problem">{problem?.code === "conflict" ? securityCopy.changedMeanwhile : message}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {securityCopy.continue}
        </Button>
        {children}
      </div>
    </form>
  );
}

type ScanProps = { setup: SecondFactorSetupResponse; onDone: (codes: string[]) => void; children: ReactNode };

function ScanStep({ setup, onDone, children }: ScanProps) {
  const { errors, message, problem, busy, form } = useForm({
    initial: { code: "" },
    read: readTexts("code"),
    submit: (body) => {
      const path = "/account/second-factor/confirm";
      return callApi<RecoveryCodesResponse>(path, { method: "POST", body });
    },
    onDone: (value) => onDone(value.recoveryCodes),
  });
  const waiting = problem?.status === 429 ? problemCopy.tooManyCodes(waitWords(problem.retryAfter)) : undefined;
  const changed = problem?.code === "conflict" ? securityCopy.changedMeanwhile : undefined;
  return (
    <form {...form} noValidate className="grid max-w-sm gap-5">
      <p className="text-pretty">{securityCopy.scan}</p>
      <QrCode text={setup.uri} label={securityCopy.qrLabel} />
      <div className="grid gap-1.5">
        <p className="text-sm text-quiet">{securityCopy.cannotScan}</p>
        <CopyField label={securityCopy.key} text={setup.secret} />
      </div>
      <CodeField isRecovery={false} takesFocus error={errors.code} />
      <Notice tone="problem">{waiting ?? changed ?? message}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {securityCopy.turnOn}
        </Button>
        {children}
      </div>
    </form>
  );
}

/** A QR code, dark on white in both themes: not every reader recognizes the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 3 });
    const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
    return { size, path: squares.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-lg border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

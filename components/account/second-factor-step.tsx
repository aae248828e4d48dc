"use client";

import { useState } from "react";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { openSession } from "#components/api/open-session.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { waitWords } from "#components/time/wait-words.ts";
import { Button } from "#components/ui/button.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { CodeField } from "./code-field.tsx";

type Props = {
  challenge: string;
  /** Where to go once logged in. */
  next: string;
  onStartAgain: (isTooLate: boolean) => void;
};

/** The second step of logging in: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ challenge, next, onStartAgain }: Props) {
  const [isRecovering, setRecovering] = useState(false);
  const { errors, message, problem, busy, form, discard } = useForm({
    initial: { code: "" },
    read: readTexts("code"),
    submit: async ({ code }) => {
      const result = await finish({ challenge, code });
      if (result.ok) location.assign(next);
      else if (result.problem.code === "link_gone") onStartAgain(true);
      return result;
    },
  });
  const switchKind = () => {
    // The error was about a code of the other kind.
    discard();
    setRecovering(!isRecovering);
  };
  const said = problem?.status === 429 ? problemCopy.tooManyCodes(waitWords(problem.retryAfter)) : message;
  return (
    <form {...form} noValidate className="grid gap-4">
      <p className="text-pretty">{isRecovering ? authCopy.enterRecoveryCode : authCopy.enterCode}</p>
      <CodeField key={String(isRecovering)} isRecovery={isRecovering} takesFocus error={errors.code} />
      <Notice tone="problem">{said}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {generalCopy.logIn}
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between">
        <Button look="quiet" onClick={switchKind}>
          {isRecovering ? authCopy.useApp : authCopy.useRecoveryCode}
        </Button>
        <Button look="quiet" onClick={() => onStartAgain(false)}>
          {authCopy.logInAgain}
        </Button>
      </div>
    </form>
  );
}

async function finish(body: { challenge: string; code: string }): Promise<ApiResult<unknown>> {
  const finished = await callApi<{ token: string }>("/auth/login/second-factor", { method: "POST", body });
  return finished.ok ? openSession({ token: finished.value.token }) : finished;
}

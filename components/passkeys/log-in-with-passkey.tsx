"use client";

import { useState } from "react";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { openSession } from "#components/api/open-session.ts";
import { passkeysCopy } from "#components/catalogs/passkeys.tsx";
import { problemCopy } from "#components/catalogs/problems.ts";
import { waitWords } from "#components/time/wait-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { PasskeyRequestOptionsResponse } from "#lib/people/passkeys/schema.ts";
import { CANCELED, signWithPasskey, useHasPasskeys, useIsAt } from "./browser-passkeys.ts";

type Said = { quiet?: string; problem?: string };

/** Logs in with a passkey of this browser, its device, or a phone nearby. It's shown below the form. */
export function LogInWithPasskey({ origin, next }: { origin: string; next: string }) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>({});
  const hasPasskeys = useHasPasskeys();
  const isAtHome = useIsAt(origin);
  const isUsable = hasPasskeys && isAtHome;
  const run = async () => {
    setBusy(true);
    setSaid({});
    const result = await logIn();
    if (result.ok) return location.assign(next);
    setBusy(false);
    const { code, words } = result.problem;
    return setSaid(code === CANCELED ? { quiet: passkeysCopy.notLoggedIn } : { problem: words });
  };
  // It keeps its place where it can't be used, so that nothing moves below a click while the page becomes interactive.
  return (
    <div className={`mt-3 grid gap-3 ${isUsable ? "" : "invisible"}`}>
      <Button onClick={run} busy={isBusy}>
        {passkeysCopy.logIn}
      </Button>
      <p role="status" className="text-sm text-quiet text-pretty empty:hidden">
        {said.quiet}
      </p>
      <Notice tone="problem">{said.problem}</Notice>
    </div>
  );
}

async function logIn(): Promise<ApiResult<unknown>> {
  const begun = await callApi<PasskeyRequestOptionsResponse>("/auth/login/passkey/options", { method: "POST" });
  if (!begun.ok) return explained(begun);
  const signed = await signWithPasskey(begun.value.options);
  if (!signed.ok) return signed;
  const body = { credential: signed.value };
  const finished = await callApi<{ token: string }>("/auth/login/passkey", { method: "POST", body });
  return finished.ok ? openSession({ token: finished.value.token }) : explained(finished);
}

type Refused = Extract<ApiResult<unknown>, { ok: false }>;

function explained({ problem }: Refused): Refused {
  const words = problem.status === 429 ? problemCopy.tooManyLogIns(waitWords(problem.retryAfter)) : WORDS[problem.code];
  return { ok: false, problem: { ...problem, words: words ?? problem.words } };
}

const WORDS: Record<string, string> = {
  invalid_credentials: passkeysCopy.logInRefused,
  link_gone: problemCopy.logInOver,
  not_accepted: passkeysCopy.unavailable,
};

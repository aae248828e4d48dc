"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { OidcProvider } from "#platform/oidc/provider.ts";

type Props = {
  provider: Pick<OidcProvider, "name" | "host">;
  /** The page to open once logged in. */
  next: string;
  /** The token of an invitation, to join without an account. */
  invitation?: string;
  /** Leaves out what separates it from a form above. */
  isAlone?: boolean;
};

/** Goes to the login provider, which leads back here. It's shown below a form. */
export function ContinueWithOidc({ provider, next, invitation, isAlone = false }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    const body = { next, ...(invitation !== undefined && { invitation }) };
    const result = await callApi<{ url: string }>("/auth/oidc/start", { method: "POST", body });
    if (result.ok) return location.assign(result.value.url);
    setBusy(false);
    const { code, words } = result.problem;
    return setProblem(code === "unavailable" ? oidcCopy.unreachable(provider.host) : words);
  };
  return (
    <div className={classNames("grid gap-4", !isAlone && "mt-4")}>
      {!isAlone && (
        <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {oidcCopy.or}
        </p>
      )}
      <Notice tone="problem">{problem}</Notice>
      <Button onClick={start} busy={isBusy}>
        <bdi className="min-w-0 wrap-anywhere">{oidcCopy.continueWith(provider.name)}</bdi>
      </Button>
    </div>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import type { IdentitySecretResponse, NewIdentitySecretResponse } from "#lib/sites/identity-secrets/schema.ts";
import { IdentityGuide } from "./identity-guide.tsx";
import { SecretState } from "./secret-state.tsx";

type Props = { siteId: string; known: IdentitySecretResponse };

/** A site's identity secret: creates, replaces and revokes it, and explains its use. */
export function VerifiedVisitors({ siteId, known }: Props) {
  const path = `/sites/${siteId}/identity-secret`;
  const router = useRouter();
  const [secret, setSecret] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState<"rotate" | "off">();
  const [busy, startTransition] = useTransition();

  const make = async () => {
    const result = await callApi<NewIdentitySecretResponse>(path, { method: "POST", body: {} });
    if (!result.ok) return result.problem.words;
    setSecret(result.value.secret);
    setAsking(undefined);
    router.refresh();
    return undefined;
  };

  const remove = async (what: "" | "/previous") => {
    const result = await callApi(path + what, { method: "DELETE" });
    if (!result.ok) return result.problem.words;
    if (!what) setSecret(undefined);
    setAsking(undefined);
    router.refresh();
    return undefined;
  };

  const run = (work: () => Promise<string | undefined>) => startTransition(async () => setProblem(await work()));
  const isOn = known.createdAt !== undefined;

  return (
    <div className="grid gap-6 *:min-w-0">
      <SecretState known={known} />
      {secret && <NewSecret secret={secret} onStored={() => setSecret(undefined)} />}
      <Notice tone="problem">{problem}</Notice>
      <div className="flex flex-wrap gap-3">
        {!isOn && (
          <Button busy={busy} onClick={() => run(make)}>
            {sitesCopy.generateSecret}
          </Button>
        )}
        {isOn && <Button onClick={() => setAsking("rotate")}>{sitesCopy.replaceSecret}</Button>}
        {known.previousEndsAt && (
          <Button busy={busy} onClick={() => run(() => remove("/previous"))}>
            {sitesCopy.revokePrevious}
          </Button>
        )}
        {isOn && (
          <Button onClick={() => setAsking("off")}>
            <span className="text-danger">{sitesCopy.turnOff}</span>
          </Button>
        )}
      </div>
      {isOn && <IdentityGuide />}
      {asking === "rotate" && (
        <ConfirmDialog
          title={sitesCopy.replaceTitle}
          action={sitesCopy.generateNew}
          look="primary"
          onConfirm={make}
          onClose={() => setAsking(undefined)}
        >
          {known.unreadable ? sitesCopy.replaceUnreadableHint : sitesCopy.replaceHint}
        </ConfirmDialog>
      )}
      {asking === "off" && (
        <ConfirmDialog
          title={sitesCopy.turnOffTitle}
          action={sitesCopy.turnOff}
          onConfirm={() => remove("")}
          onClose={() => setAsking(undefined)}
        >
          {sitesCopy.turnOffHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Shows a new identity secret, once. */
function NewSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce title={sitesCopy.newSecret} label={sitesCopy.identitySecret} text={secret} onStored={onStored}>
      {sitesCopy.storeSecret}
    </ShownOnce>
  );
}

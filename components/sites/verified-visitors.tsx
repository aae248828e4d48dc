"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { IdentitySecretAnswer, NewIdentitySecretAnswer } from "#lib/identity-secrets/schema.ts";
import { IdentityGuide } from "./identity-guide.tsx";
import { NewSecret } from "./new-secret.tsx";
import { SecretState } from "./secret-state.tsx";

type Props = { siteId: string; known: IdentitySecretAnswer };

/** A site's identity secret: made, replaced, ended; and how it is used. */
export function VerifiedVisitors({ siteId, known }: Props) {
  const path = `/sites/${siteId}/identity-secret`;
  const router = useRouter();
  const [secret, setSecret] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState<"rotate" | "off">();
  const [busy, startTransition] = useTransition();

  const make = async () => {
    const answer = await callApi<NewIdentitySecretAnswer>(path, { method: "POST", body: {} });
    if (!answer.ok) return answer.problem.words;
    setSecret(answer.value.secret);
    setAsking(undefined);
    router.refresh();
    return undefined;
  };

  const remove = async (what: "" | "/previous") => {
    const answer = await callApi(path + what, { method: "DELETE" });
    if (!answer.ok) return answer.problem.words;
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
            Make a secret
          </Button>
        )}
        {isOn && <Button onClick={() => setAsking("rotate")}>Replace the secret</Button>}
        {known.previousEndsAt && (
          <Button busy={busy} onClick={() => run(() => remove("/previous"))}>
            End the previous secret now
          </Button>
        )}
        {isOn && (
          <Button onClick={() => setAsking("off")}>
            <span className="text-danger">Turn off</span>
          </Button>
        )}
      </div>
      {isOn && <IdentityGuide />}
      {asking === "rotate" && (
        <ConfirmDialog
          title="Replace the secret?"
          action="Make a new secret"
          look="primary"
          onConfirm={make}
          onClose={() => setAsking(undefined)}
        >
          {known.unreadable
            ? "The present one cannot be used any more."
            : "The present one stays good for 24 hours beside the new one, so that your server has time to change. One before that ends at once."}
        </ConfirmDialog>
      )}
      {asking === "off" && (
        <ConfirmDialog
          title="Turn off verified visitors?"
          action="Turn off"
          onConfirm={() => remove("")}
          onClose={() => setAsking(undefined)}
        >
          The secret is deleted, and no hash is accepted any more: whoever your pages name is somebody unverified then.
          Conversations of verified visitors stay as they are.
        </ConfirmDialog>
      )}
    </div>
  );
}

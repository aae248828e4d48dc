"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { RecoveryCodesResponse, SecondFactorJson } from "#lib/people/second-factor/schema.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { type FactorProof, SecondFactorProof } from "./second-factor-proof.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

type Stage = "idle" | "setup" | "renewing" | "turning-off" | { codes: string[] };

const takeFocus = (node: HTMLElement | null) => node?.focus();

/** Shows whether the account has two-factor login, sets it up, and turns it off. */
export function SecondFactor({ email, secondFactor }: { email: string; secondFactor: SecondFactorJson }) {
  const router = useRouter();
  const [stage, setStage] = useState<Stage>("idle");
  const [done, setDone] = useState<string>();
  // After a step, the focused element is gone.
  const [isBack, setBack] = useState(false);
  const finish = (said?: string) => {
    setStage("idle");
    setBack(true);
    setDone(said);
    router.refresh();
  };
  const go = (to: Stage) => {
    setDone(undefined);
    setStage(to);
  };

  const turnOff = async (body: FactorProof) => {
    const result = await callApi("/account/second-factor", { method: "DELETE", body });
    if (result.ok) finish(securityCopy.turnedOff);
    return result;
  };
  const renew = async (body: FactorProof) => {
    const path = "/account/second-factor/recovery-codes";
    const result = await callApi<RecoveryCodesResponse>(path, { method: "POST", body });
    if (result.ok) go({ codes: result.value.recoveryCodes });
    return result;
  };

  if (typeof stage === "object") {
    return <RecoveryCodes codes={stage.codes} onSaved={() => finish(securityCopy.turnedOn)} />;
  }
  if (stage === "setup") {
    return <SecondFactorSetup email={email} onDone={(codes) => go({ codes })} onCancel={() => finish()} />;
  }
  return (
    <div
      ref={isBack ? takeFocus : undefined}
      tabIndex={-1}
      className="grid justify-items-start gap-4 rounded-lg focus:outline-none focus-visible:outline-2"
    >
      <State secondFactor={secondFactor} />
      {secondFactor.enabled ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => go("renewing")}>{securityCopy.newCodes}</Button>
          <Button onClick={() => go("turning-off")}>{securityCopy.turnOff}</Button>
        </div>
      ) : (
        <Button onClick={() => go("setup")}>{securityCopy.setUp}</Button>
      )}
      <Notice tone="done">{done}</Notice>
      {stage === "renewing" && (
        <SecondFactorProof
          email={email}
          title={securityCopy.newCodes}
          hint={securityCopy.newCodesHint}
          action={securityCopy.newCodes}
          submit={renew}
          onClose={() => setStage((now) => (now === "renewing" ? "idle" : now))}
        />
      )}
      {stage === "turning-off" && (
        <SecondFactorProof
          email={email}
          title={securityCopy.turnOffTitle}
          hint={securityCopy.turnOffHint}
          action={securityCopy.turnOff}
          look="danger"
          submit={turnOff}
          onClose={() => setStage((now) => (now === "turning-off" ? "idle" : now))}
        />
      )}
    </div>
  );
}

function State({ secondFactor }: { secondFactor: SecondFactorJson }) {
  const { since, recoveryCodesLeft = 0, requiredBy } = secondFactor;
  return (
    <div className="grid gap-1">
      {since ? (
        <p>
          <span className="font-medium">{securityCopy.onSince(<Moment at={since} form="date" />)}</span>
          {" · "}
          {securityCopy.codesLeft(recoveryCodesLeft)}
        </p>
      ) : (
        <p className="font-medium">{securityCopy.off}</p>
      )}
      {requiredBy.map(({ workspaceName, from }) => (
        <p key={`${workspaceName} ${from}`} className="text-sm text-quiet text-pretty">
          {securityCopy.required(<bdi>{workspaceName}</bdi>, <Moment at={from} form="date" />)}
        </p>
      ))}
    </div>
  );
}

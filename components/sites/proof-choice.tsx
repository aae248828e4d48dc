"use client";

import { useRouter } from "next/navigation";
import { useId, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Notice } from "#components/ui/notice.tsx";

/** Whether browsers have to work something out while very many conversations begin. */
export function ProofChoice({ siteId, asksProof }: { siteId: string; asksProof: boolean }) {
  const id = useId();
  const router = useRouter();
  const [isOn, setOn] = useState(asksProof);
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const choose = (wanted: boolean) => {
    setOn(wanted);
    startTransition(async () => {
      const body = { asksProof: wanted };
      const answer = await callApi(`/sites/${siteId}/blocking`, { method: "PATCH", body });
      setProblem(answer.ok ? undefined : answer.problem.words);
      if (answer.ok) router.refresh();
      else setOn(!wanted);
    });
  };
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[auto_1fr] gap-x-2.5">
        <input
          type="checkbox"
          id={id}
          checked={isOn}
          disabled={busy}
          aria-describedby={`${id}-hint`}
          onChange={(event) => choose(event.currentTarget.checked)}
          className="mt-1 size-4 accent-accent"
        />
        <label htmlFor={id} className="font-medium">
          Slow down floods
        </label>
        <p id={`${id}-hint`} className="col-start-2 text-sm text-quiet text-pretty">
          While very many conversations begin within a minute, the browsers of new visitors have to work something out
          first. It takes them a fraction of a second, and nobody sees it; for whoever begins thousands it adds up.
        </p>
      </div>
      <Notice tone="problem">{problem}</Notice>
    </div>
  );
}

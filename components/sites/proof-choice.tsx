"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Choice } from "#components/ui/choice.tsx";

/** Turns on the proof of work for times when very many conversations start. */
export function ProofChoice({ siteId, asksProof }: { siteId: string; asksProof: boolean }) {
  const router = useRouter();
  const choose = async (wanted: boolean) => {
    const result = await callApi(`/sites/${siteId}/blocking`, { method: "PATCH", body: { asksProof: wanted } });
    if (!result.ok) return result.problem.words;
    router.refresh();
    return undefined;
  };
  return (
    <Choice
      label={sitesCopy.floodProtection}
      hint={sitesCopy.floodProtectionHint}
      initial={asksProof}
      onChoose={choose}
    />
  );
}

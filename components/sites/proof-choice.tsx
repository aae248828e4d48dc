"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Choice } from "#components/ui/choice.tsx";

/** Whether browsers have to work something out while very many conversations begin. */
export function ProofChoice({ siteId, asksProof }: { siteId: string; asksProof: boolean }) {
  const router = useRouter();
  const choose = async (wanted: boolean) => {
    const answer = await callApi(`/sites/${siteId}/blocking`, { method: "PATCH", body: { asksProof: wanted } });
    if (!answer.ok) return answer.problem.words;
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

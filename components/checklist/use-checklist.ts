"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ChecklistJson } from "#lib/people/owners/schema.ts";

/** Follows the first steps of the account. */
export function useChecklist(initial: ChecklistJson): ChecklistJson {
  const [checklist, setChecklist] = useState(initial);
  const { inbox } = useLive();
  useEffect(() => {
    const refetch = async () => {
      const result = await callApi<{ checklist: ChecklistJson }>("/account/checklist");
      if (result.ok) setChecklist(result.value.checklist);
      return result.ok;
    };
    const stopListening = inbox.listen((event) => {
      if (event.type === "settings.updated") void refetch();
      if (event.type === "message.created") setChecklist((known) => ({ ...known, firstMessage: true }));
    });
    const stopResyncing = inbox.onResync(refetch);
    return () => {
      stopListening();
      stopResyncing();
    };
  }, [inbox]);
  return checklist;
}

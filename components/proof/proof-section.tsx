"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { proofCopy } from "#components/catalogs/proof.tsx";
import type { ConversationNotificationsJson } from "#lib/notifications/schema.ts";
import { ProofFacts } from "./proof-facts.tsx";

const REFRESH_MS = 10_000;

/** Who was notified about a conversation, fetched again while something is still to come. Nothing before the first alert. */
export function ProofSection({
  conversationId,
  initial,
}: {
  conversationId: string;
  initial: ConversationNotificationsJson;
}) {
  const [proof, setProof] = useState(initial);
  const isOpen = proof.next !== undefined || proof.notifications.some(({ status }) => status === "pending");

  useEffect(() => setProof(initial), [initial]);
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      const result = await callApi<ConversationNotificationsJson>(`/conversations/${conversationId}/notifications`);
      if (result.ok && isCurrent) setProof(result.value);
    }, REFRESH_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [conversationId, isOpen]);

  if (proof.notifications.length === 0 && proof.since === undefined) return null;
  return (
    <section aria-label={proofCopy.title} className="mt-5 border-t border-line pt-4">
      <h3 className="mb-1.5 text-xs text-quiet">{proofCopy.title}</h3>
      <ProofFacts proof={proof} />
    </section>
  );
}

"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { proofCopy } from "#components/catalogs/proof.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ConversationNotificationsJson } from "#lib/notify/notifications/schema.ts";
import { ProofFacts } from "./proof-facts.tsx";

const withoutComing = ({ next: _, notifications, ...proof }: ConversationNotificationsJson) => ({
  ...proof,
  notifications: notifications.filter(({ status, dueAt }) => status !== "pending" || Date.parse(dueAt) <= Date.now()),
});

const REFRESH_MS = 10_000;

type Props = { conversation: ConversationJson; initial: ConversationNotificationsJson };

/** Who was notified about a conversation, fetched again while something is still to come. Nothing before the first alert. */
export function ProofSection({ conversation, initial }: Props) {
  const { id: conversationId } = conversation;
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

  // After a reply or a close, nothing more is sent, and it no longer matters that no one was notified.
  const { status, lastMessageBy, noReplyNeeded } = conversation;
  const isOwed = status === "open" && lastMessageBy === "visitor" && !noReplyNeeded;
  const shown = isOwed ? proof : withoutComing(proof);
  if (shown.notifications.length === 0 && (shown.since === undefined || !isOwed)) return null;
  return (
    <section aria-label={proofCopy.title} className="mt-5 border-t border-line pt-4">
      <h3 className="mb-1.5 text-xs text-quiet">{proofCopy.title}</h3>
      <ProofFacts proof={shown} />
    </section>
  );
}

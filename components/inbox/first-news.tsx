"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { callApi } from "#components/api/call-api.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { compareRows } from "#components/filter/list-order.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useKnown } from "#components/live/use-known.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { onceReachable } from "#components/ui/reach.ts";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/**
 * Replaces the empty inbox with the list once there's a message. If the reader is busy in it, a note below says so
 * until they're done.
 */
export function FirstNews() {
  const router = useRouter();
  const { known, onResync } = useLive().inbox;
  const [newest] = [...useKnown().values()].sort(compareRows());

  useEffect(
    () =>
      onResync(async () => {
        const result = await callApi<{ conversations: ConversationJson[] }>("/conversations?limit=1");
        if (result.ok) known.learn(result.value.conversations);
        return result.ok;
      }),
    [known, onResync],
  );

  const hasCome = newest !== undefined;
  useEffect(() => {
    if (!hasCome) return;
    const showList = (focused: EventTarget | null) => {
      if (!isAtWork(focused)) onceReachable(() => router.refresh());
    };
    showList(document.activeElement);
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener("blur", () => showList(null), { signal });
    document.addEventListener("focusout", ({ relatedTarget }) => showList(relatedTarget), { signal });
    return () => ending.abort();
  }, [hasCome, router]);

  return (
    <div role="status" className="pointer-events-none sticky bottom-4 flex justify-center px-4">
      {newest && (
        <p className="rise pointer-events-auto flex items-center gap-4 rounded-xl border border-line bg-surface py-2 ps-4 pe-2 shadow-[0_8px_32px_var(--shade)]">
          {inboxCopy.firstMessage}
          <AppLink href={`/inbox/${newest.id}`} className={buttonClass("primary")}>
            {inboxCopy.readMessage}
          </AppLink>
        </p>
      )}
    </div>
  );
}

const isAtWork = (focused: EventTarget | null) =>
  document.hasFocus() && focused instanceof Element && focused.closest(`#${MAIN_ID}`) !== null;

"use client";

import { useEffect } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useKnown } from "#components/live/use-known.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { comparePlaces } from "./list-order.ts";

/** Says below an empty inbox that it is empty no more. It takes nothing away from who is still reading there. */
export function FirstNews() {
  const { known, askAgain } = useLive().inbox;
  const [newest] = [...useKnown().values()].sort(comparePlaces);

  useEffect(
    () =>
      askAgain(async () => {
        const answer = await callApi<{ conversations: ConversationJson[] }>("/conversations?limit=1");
        if (answer.ok) known.learn(answer.value.conversations);
        return answer.ok;
      }),
    [known, askAgain],
  );

  return (
    <div role="status" className="pointer-events-none sticky bottom-4 flex justify-center px-4">
      {newest && (
        <p className="rise pointer-events-auto flex items-center gap-4 rounded-xl border border-line bg-surface py-2 ps-4 pe-2 shadow-[0_8px_32px_var(--shade)]">
          The first message is here.
          <AppLink href={`/inbox/${newest.id}`} className={buttonClass("primary")}>
            Read it
          </AppLink>
        </p>
      )}
    </div>
  );
}

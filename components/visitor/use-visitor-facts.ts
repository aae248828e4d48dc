import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ConversationNotificationsJson } from "#lib/notify/notifications/schema.ts";
import type { ConversationVisitorJson } from "#lib/widget/visits/schema.ts";

type Part = typeof import("./visitor-facts.tsx");
type Loaded = Pick<Part, "VisitorFacts"> & {
  visitor: ConversationVisitorJson;
  proof: ConversationNotificationsJson | undefined;
};
/** The panel is only shown on wide screens. The sheet is open. */
export type VisitorPlace = "panel" | "sheet";
export type VisitorState = Loaded | "loading" | "failed";

// What this tab has seen, so that going back to a conversation shows it at once.
const seen = new Map<string, Loaded>();

async function load(conversationId: string): Promise<Loaded | undefined> {
  const [part, result, proof] = await Promise.all([
    import("./visitor-facts.tsx").catch(() => undefined),
    callApi<{ visitor: ConversationVisitorJson }>(`/conversations/${conversationId}/visitor`),
    callApi<ConversationNotificationsJson>(`/conversations/${conversationId}/notifications`),
  ]);
  if (!part || !result.ok) return undefined;
  return { VisitorFacts: part.VisitorFacts, visitor: result.value.visitor, proof: proof.ok ? proof.value : undefined };
}

/** Fetches what's known of a conversation's visitor, again after each message, if there's room to show it. */
export function useVisitorFacts({ id, lastSeq }: ConversationJson, place: VisitorPlace): VisitorState {
  const [state, setState] = useState<VisitorState>(() => seen.get(id) ?? "loading");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a message may have brought news of the visitor.
  useEffect(() => {
    let isCurrent = true;
    const wide = matchMedia("(min-width: 80rem)");
    const fetchFacts = async () => {
      if (place === "panel" && !wide.matches) return;
      const loaded = await load(id);
      if (loaded) seen.set(id, loaded);
      if (isCurrent) setState(loaded ?? seen.get(id) ?? "failed");
    };
    void fetchFacts();
    wide.addEventListener("change", fetchFacts);
    return () => {
      isCurrent = false;
      wide.removeEventListener("change", fetchFacts);
    };
  }, [id, lastSeq, place]);

  return state;
}

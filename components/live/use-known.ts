import { useSyncExternalStore } from "react";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { Known } from "./known-conversations.ts";
import { useLive } from "./live-provider.tsx";

const NOTHING: Known = new Map();

/** Returns all conversations this tab knows. */
export function useKnown(): Known {
  const { known } = useLive().inbox;
  return useSyncExternalStore(known.subscribe, known.get, () => NOTHING);
}

/** Returns the newer of two versions of a conversation (`updatedAt` only grows). */
export function newerOf(one: ConversationJson, other: ConversationJson | undefined): ConversationJson {
  return other && other.updatedAt >= one.updatedAt ? other : one;
}

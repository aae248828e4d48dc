import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { SavedReplyJson } from "#lib/desk/saved-replies/schema.ts";
import type { UserJson } from "#lib/people/owners/schema.ts";

type Loaded = { replies: readonly SavedReplyJson[]; myName: string | undefined };

// Kept between two slashes, so that the list is there at once and only gets newer.
let kept: { name: string; loaded: Loaded } | undefined;

async function load(): Promise<Loaded | undefined> {
  const [replies, account] = await Promise.all([
    callApi<{ savedReplies: SavedReplyJson[] }>("/saved-replies"),
    callApi<{ user: UserJson }>("/account"),
  ]);
  if (!replies.ok || !account.ok) return undefined;
  return { replies: replies.value.savedReplies, myName: account.value.user.name };
}

/** Fetches the saved replies, and the name they're signed with. */
export function useSavedReplies(): { loaded: Loaded | undefined; hasFailed: boolean } {
  const { name, inbox } = useLive();
  const [loaded, setLoaded] = useState(kept?.name === name ? kept.loaded : undefined);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    const fetchAll = async () => {
      const result = await load();
      if (!isCurrent) return;
      setFailed(!result);
      if (!result) return;
      kept = { name, loaded: result };
      setLoaded(result);
    };
    void fetchAll();
    const stop = inbox.listen((event) => {
      if (event.type === "settings.updated") void fetchAll();
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, [name, inbox]);

  return { loaded, hasFailed };
}

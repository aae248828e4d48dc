"use client";

import { useState, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { storeAllDrafts } from "#components/live/drafts.ts";
import { leaveConversations, returnToConversations } from "#components/live/leaving.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { countUnsentElsewhere, personStorage } from "#components/live/person-storage.ts";
import { useUnsent } from "#components/live/use-unsent.ts";
import { ownDevice } from "#components/notification/own-device.ts";
import { forgetOffline } from "#components/offline/offline-storage.ts";
import { showToast } from "#components/ui/toast.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";

/** Returns how many replies are unsent, and a function that ends the session and clears what this browser stored for its owner. */
export function useEndSession() {
  const { connection, userId, workspaceId } = useLive();
  const [person] = useState(() => personStorage(userId));
  const elsewhere = useSyncExternalStore(
    person.watch,
    () => countUnsentElsewhere(person, workspaceId),
    () => 0,
  );
  const count = useUnsent().length + elsewhere;
  const [wasAsked, setAsked] = useState(false);
  const endSession = async (): Promise<string> => {
    // They'd be gone from this browser.
    if (!wasAsked && (await storeAllDrafts(userId)) > 0) {
      setAsked(true);
      return shellCopy.unsavedDrafts;
    }
    // Nothing more is to show here, even if the service can't be reached.
    if (ownDevice(userId)) await (await import("#components/notification/device.ts")).forgetDevice();
    await leaveConversations();
    // It would notice that the session is gone, and go to the login page as well.
    connection.stop();
    const result = await callApi("/auth/logout", { method: "POST" });
    if (!result.ok) {
      connection.start();
      returnToConversations();
      return result.problem.words;
    }
    person.forget();
    forgetOffline();
    await navigator.clearAppBadge?.().catch(() => undefined);
    location.assign("/login");
    return "";
  };
  return { count, endSession };
}

/** Returns a function that logs out from a menu. If replies are unsent, it opens the page that says so and asks. */
export function useLogOut(): () => void {
  const { count, endSession } = useEndSession();
  const openPage = useOpenPage();
  return () => {
    if (count > 0) openPage("/settings/account");
    else void endSession().then((words) => words && showToast({ words }));
  };
}

"use client";

import { LogOut } from "lucide-react";
import { useActionState, useState, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { countUnsentElsewhere, personStorage } from "#components/live/person-storage.ts";
import { useUnsent } from "#components/live/use-unsent.ts";
import { ownDevice } from "#components/notification/own-device.ts";
import { forgetOffline } from "#components/offline/offline-storage.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Ends the session, and clears what this browser stored for the owner. */
export function LogOutButton() {
  const { connection, userId, workspaceId } = useLive();
  const [person] = useState(() => personStorage(userId));
  const elsewhere = useSyncExternalStore(
    person.watch,
    () => countUnsentElsewhere(person, workspaceId),
    () => 0,
  );
  const count = useUnsent().length + elsewhere;
  const [words, action, busy] = useActionState(async () => {
    // Nothing more is to show here, even if the service can't be reached.
    if (ownDevice(userId)) await (await import("#components/notification/device.ts")).forgetDevice();
    // It would notice that the session is gone, and go to the login page as well.
    connection.stop();
    const result = await callApi("/auth/logout", { method: "POST" });
    if (!result.ok) {
      connection.start();
      return result.problem.words;
    }
    person.forget();
    forgetOffline();
    await navigator.clearAppBadge?.().catch(() => undefined);
    location.assign("/login");
    return "";
  }, "");
  return (
    <form action={action} className="grid justify-items-start gap-3">
      {count > 0 && (
        <p role="status" className="text-danger">
          {shellCopy.unsentReplies(count)}
        </p>
      )}
      <Button type="submit" busy={busy}>
        <LogOut size={16} aria-hidden />
        {count > 0 ? shellCopy.logOutAnyway : shellCopy.logOut}
      </Button>
      <Notice tone="problem">{words}</Notice>
    </form>
  );
}

"use client";

import { Button } from "#components/ui/button.tsx";
import { cancelWaitingPage, openWaitingPage, type WaitingPage } from "#components/ui/reach.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { useWaitingPage } from "#components/ui/use-waiting-page.ts";

/** Says that the page that was chosen waits for the server, and offers to stay here. */
export function WaitingNotice() {
  const page = useWaitingPage();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 md:bottom-6"
    >
      {page && !page.isShownInPlace && <Waiting page={page} />}
    </div>
  );
}

function Waiting({ page }: { page: WaitingPage }) {
  const isOnline = useOnline();
  return (
    <div className="rise pointer-events-auto flex items-center gap-3 rounded-xl border border-line bg-surface py-2 ps-4 pe-2 shadow-[0_8px_32px_var(--shade)]">
      <p className="text-pretty">
        {page.isReady
          ? "You’re back online."
          : isOnline
            ? "Site Inbox isn’t responding. This page opens when it’s back."
            : "You’re offline. This page opens when you’re back."}
      </p>
      {page.isReady && (
        <Button look="primary" onClick={openWaitingPage}>
          Open page
        </Button>
      )}
      <Button look="quiet" onClick={cancelWaitingPage}>
        Cancel
      </Button>
    </div>
  );
}

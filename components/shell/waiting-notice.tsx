"use client";

import { generalCopy } from "#components/catalogs/general.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { Button } from "#components/ui/button.tsx";
import { cancelWaitingPage, openWaitingPage, type WaitingPage } from "#components/ui/reach.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { useWaitingPage } from "#components/ui/use-waiting-page.ts";

/** Says that the chosen page will open once the server is reachable, and offers to stay. */
export function WaitingNotice() {
  const page = useWaitingPage();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-20 flex justify-center px-2 md:top-auto md:bottom-6"
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
        {page.isReady ? shellCopy.backOnline : isOnline ? shellCopy.waitsForServer : shellCopy.waitsOffline}
      </p>
      <div className="flex shrink-0 gap-2">
        {page.isReady && (
          <Button look="primary" onClick={openWaitingPage}>
            {shellCopy.openPage}
          </Button>
        )}
        <Button look="quiet" onClick={cancelWaitingPage}>
          {generalCopy.cancel}
        </Button>
      </div>
    </div>
  );
}

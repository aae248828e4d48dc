"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { StoredConversation } from "#components/conversation/stored-conversation.tsx";
import { useOnceIdle } from "#components/conversation/use-once-idle.ts";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { StoredAtContext } from "#components/live/connection-banner.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { offlineStorage } from "#components/offline/offline-storage.ts";
import { createOfflineStore, type ReadList } from "#components/offline/offline-store.ts";
import { DashboardFrame } from "#components/shell/dashboard-frame.tsx";
import { useReader } from "#components/time/reader.tsx";
import { Button } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { openWaitingPage } from "#components/ui/reach.ts";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { useWaitingPage } from "#components/ui/use-waiting-page.ts";
import { useWorkspacePath } from "#components/ui/workspace.ts";
import { pathInWorkspace, workspaceOfPath, workspacePath } from "#lib/base/access/workspace-path.ts";
import { InboxFrame } from "./inbox-frame.tsx";
import { packPage } from "./packed-page.ts";

const FILTER: InboxFilter = { status: "open" };

/** What a page of the dashboard shows if it can't be reached: what this browser stored of the inbox. */
export function OfflineInbox() {
  // It was opened by its own address, from the server.
  const isReachable = usePathname() === "/offline";
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isReachable) location.replace("/inbox");
  }, [isReachable]);
  return isHydrated && !isReachable && <Stored />;
}

function Stored() {
  const [store] = useState(() => createOfflineStore(offlineStorage));
  const [list] = useState(() => store.list());
  const [member] = useState(() => store.reader());
  const reader = useReader();
  const path = usePathname();
  const named = workspaceOfPath(path);
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, list?.look);
  }, [list]);
  const isHere = member !== undefined && (named === undefined || named === member.workspaceId);
  // Calls of the API name the workspace of the page's address.
  useLayoutEffect(() => {
    if (isHere && named === undefined) history.replaceState(null, "", workspacePath(member.workspaceId, path));
  }, [isHere, named, member, path]);
  if (!list || !isHere) return <NothingStored />;
  return (
    <DashboardFrame
      reader={reader}
      member={{
        ...member,
        isOldest: false,
        role: "agent",
        workspaces: [],
        mayCreateWorkspace: false,
        runsService: false,
      }}
      counts={null}
      team={null}
      labels={null}
      sound={null}
      banner={null}
    >
      <StoredAtContext value={list.at}>
        <StoredInbox {...list} />
      </StoredAtContext>
      <Return />
    </DashboardFrame>
  );
}

function StoredInbox({ conversations, sites }: ReadList) {
  // The page's address is that of the page it's shown instead of.
  const [, selectedId] = /^\/inbox\/([^/]+)$/.exec(pathInWorkspace(usePathname())) ?? [];
  const toHref = useWorkspacePath();
  const [page] = useState(() => packPage({ conversations: [...conversations] }));
  // A navigation would need the server.
  const onBack = () => history.pushState(null, "", toHref("/inbox"));
  return (
    <InboxFrame filter={FILTER} sites={sites} page={page} {...(selectedId && { selectedId })}>
      {selectedId ? (
        <StoredConversation
          key={selectedId}
          conversationId={selectedId}
          filter={FILTER}
          sites={sites}
          onBack={onBack}
          otherwise={
            <Beside action={<Button onClick={onBack}>{inboxCopy.backToInbox}</Button>}>{inboxCopy.offlineHint}</Beside>
          }
        />
      ) : (
        <Beside>{shellCopy.chooseOffline}</Beside>
      )}
    </InboxFrame>
  );
}

function Beside({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="m-auto">
      <Lead title={useOnline() ? shellCopy.unreachableTitle : shellCopy.offlineTitle} action={action}>
        {children}
      </Lead>
    </div>
  );
}

/** Opens the real page as soon as the server is back and nothing is being written. */
function Return() {
  const { state } = useLive().connection;
  const { phase } = useSyncExternalStore(state.subscribe, state.get, state.get);
  const waiting = useWaitingPage();
  useOnceIdle(phase === "live" || phase === "polling", () => (waiting ? openWaitingPage() : location.reload()));
  return null;
}

/** Without a stored inbox, only the server can show anything. */
function NothingStored() {
  const isOnline = useOnline();
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, []);
  return (
    <main id={MAIN_ID} className="grid min-h-dvh content-center">
      <Lead
        level={1}
        title={isOnline ? shellCopy.unreachableTitle : shellCopy.offlineTitle}
        action={<Button onClick={() => location.reload()}>{generalCopy.tryAgain}</Button>}
      >
        {isOnline ? shellCopy.unreachableHint : shellCopy.offlineHint}
      </Lead>
    </main>
  );
}

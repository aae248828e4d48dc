"use client";

import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { fullTime } from "#components/time/time-words.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ListedSessionJson } from "#lib/people/owners/schema.ts";

const nameOf = ({ device }: ListedSessionJson) => device ?? accountCopy.unknownDevice;

/** Lists the sessions of the account, with a button to end each. */
export function SessionList({ sessions }: { sessions: ListedSessionJson[] }) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();

  // The button disappears with its row, and the focus would be lost.
  const showEnded = (done: string) => {
    setSaid({ done });
    router.refresh();
    list.current?.focus();
  };

  const end = (session: ListedSessionJson) =>
    startTransition(async () => {
      const result = await callDelete(`/account/sessions/${session.id}`);
      if (!result.ok) return setSaid({ problem: result.problem.words });
      showEnded(accountCopy.sessionRevoked(nameOf(session)));
    });

  const endOthers = async () => {
    const result = await callApi("/account/sessions", { method: "DELETE" });
    if (!result.ok) return result.problem.words;
    setAsking(false);
    showEnded(accountCopy.sessionsRevoked);
    return undefined;
  };

  return (
    <div className="grid gap-4">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={accountCopy.sessionsTitle}
        className="divide-y divide-line rounded-lg border border-line focus:outline-none focus-visible:outline-2"
      >
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => end(session)} />
        ))}
      </ul>
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {sessions.length > 1 && (
        <div>
          <Button onClick={() => setAsking(true)}>{accountCopy.revokeOthers}</Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={accountCopy.revokeOthersTitle}
          action={accountCopy.revokeSessions}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        >
          {accountCopy.revokeOthersHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

type RowProps = { session: ListedSessionJson; busy: boolean; onEnd: () => void };

function SessionRow({ session, busy, onEnd }: RowProps) {
  const { current, createdAt, lastSeenAt } = session;
  const reader = useReader();
  return (
    <li className="flex min-h-16 items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{nameOf(session)}</bdi>
        </p>
        <p className="text-sm text-quiet">
          {current ? (
            <span className="font-medium text-accent">{accountCopy.thisDevice}</span>
          ) : (
            accountCopy.lastUsed(<Moment at={lastSeenAt} form="short" />)
          )}
          {" · "}
          {accountCopy.loggedIn(<Moment at={createdAt} form="short" />)}
        </p>
      </div>
      {!current && (
        <Button
          busy={busy}
          onClick={onEnd}
          aria-label={accountCopy.revokeSession(nameOf(session), fullTime(new Date(createdAt), reader))}
          suppressHydrationWarning
        >
          {accountCopy.revoke}
        </Button>
      )}
    </li>
  );
}

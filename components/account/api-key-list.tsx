"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { callDelete } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ApiKeyJson } from "#lib/team/api-keys/schema.ts";

type Props<K extends ApiKeyJson> = {
  label: string;
  /** Shown if there are no keys. */
  none: string;
  keys: readonly K[];
  /** Returns whose key it is, in a list of several people's. */
  personOf?: (key: K) => string;
  /** Returns the path whose deletion revokes a key. */
  pathOf: (key: K) => string;
  /** Says what revoking a key does. */
  hintOf: (key: K) => ReactNode;
  onRevoked?: () => void;
  /** Rendered below a key's row. */
  below?: (key: K) => ReactNode;
};

/** Lists API keys by name and last characters, and revokes them. */
export function ApiKeyList<K extends ApiKeyJson>({ pathOf, hintOf, onRevoked, ...list }: Props<K>) {
  const router = useRouter();
  const element = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<K>();
  const [done, setDone] = useState<string>();
  const revoke = async (key: K) => {
    const result = await callDelete(pathOf(key));
    if (!result.ok) return result.problem.words;
    setAsking(undefined);
    setDone(accountCopy.keyRevoked(key.name));
    onRevoked?.();
    router.refresh();
    element.current?.focus();
    return undefined;
  };
  return (
    <div
      ref={element}
      tabIndex={-1}
      className="grid gap-4 rounded-lg *:min-w-0 focus:outline-none focus-visible:outline-2"
    >
      <Keys {...list} onRevoke={setAsking} />
      <Notice tone="done">{done}</Notice>
      {asking && (
        <ConfirmDialog
          title={accountCopy.revokeKeyTitle(<bdi>{asking.name}</bdi>)}
          action={accountCopy.revokeKeyAction}
          onConfirm={() => revoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          {hintOf(asking)}
        </ConfirmDialog>
      )}
    </div>
  );
}

type KeysProps<K extends ApiKeyJson> = Omit<Props<K>, "pathOf" | "hintOf" | "onRevoked"> & {
  onRevoke: (key: K) => void;
};

function Keys<K extends ApiKeyJson>({ label, none, keys, personOf, onRevoke, below }: KeysProps<K>) {
  if (keys.length === 0) return <p className="text-quiet">{none}</p>;
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {keys.map((key) => (
        <li key={key.id}>
          <div className="flex min-h-16 items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex min-w-0 items-baseline gap-2">
                <bdi className="truncate font-medium">{key.name}</bdi>
                <code className="shrink-0 font-mono text-sm text-quiet">sik_…{key.hint}</code>
              </p>
              <p className="text-sm text-quiet wrap-anywhere">
                {personOf && (
                  <>
                    <bdi className="text-ink">{personOf(key)}</bdi>
                    {" · "}
                  </>
                )}
                {accountCopy.scopes[key.scope].name}
                {" · "}
                {accountCopy.created(<Moment at={key.createdAt} form="short" />)}
                {" · "}
                {key.lastUsedAt
                  ? accountCopy.keyLastUsed(<Moment at={key.lastUsedAt} form="short" />)
                  : accountCopy.keyUnused}
              </p>
            </div>
            <Button onClick={() => onRevoke(key)} aria-label={accountCopy.revokeKey(key.name, key.hint)}>
              {accountCopy.revoke}
            </Button>
          </div>
          {below?.(key)}
        </li>
      ))}
    </ul>
  );
}

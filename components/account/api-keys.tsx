"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import type { ApiKeyJson, NewApiKeyResponse } from "#lib/api-keys/schema.ts";
import { ApiKeyList } from "./api-key-list.tsx";
import { NewApiKey } from "./new-api-key.tsx";

/** Creates, shows once, and revokes the account's API keys. */
export function ApiKeys({ keys }: { keys: ApiKeyJson[] }) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<NewApiKeyResponse>();
  const [asking, setAsking] = useState<ApiKeyJson>();
  const [done, setDone] = useState<string>();

  const showMade = (result: NewApiKeyResponse) => {
    setDone(undefined);
    setMade(result);
    router.refresh();
  };
  // The page's own list includes it a moment later.
  const listed = made && !keys.some(({ id }) => id === made.key.id) ? [made.key, ...keys] : keys;

  const revoke = async (key: ApiKeyJson) => {
    const result = await callApi(`/account/keys/${key.id}`, { method: "DELETE" });
    // A missing key was revoked already.
    if (!result.ok && result.problem.code !== "not_found") return result.problem.words;
    setAsking(undefined);
    setMade(undefined);
    setDone(accountCopy.keyRevoked(key.name));
    router.refresh();
    list.current?.focus();
    return undefined;
  };

  return (
    <div className="grid gap-6 *:min-w-0">
      <div
        ref={list}
        tabIndex={-1}
        className="grid gap-4 rounded-lg *:min-w-0 focus:outline-none focus-visible:outline-2"
      >
        <ApiKeyList
          label={accountCopy.keysTitle}
          none={accountCopy.noKeys}
          keys={listed}
          onRevoke={setAsking}
          below={({ id }) =>
            made?.key.id === id && (
              <div className="px-4 pb-4">
                <ShownOnce
                  title={accountCopy.newKey}
                  label={accountCopy.apiKey}
                  text={made.secret}
                  onStored={() => setMade(undefined)}
                >
                  {accountCopy.storeKey}
                </ShownOnce>
              </div>
            )
          }
        />
        <Notice tone="done">{done}</Notice>
      </div>
      <p>
        <a href="/docs" className="text-accent underline">
          {accountCopy.apiReference}
        </a>
      </p>
      {!made && <NewApiKey onMade={showMade} />}
      {asking && (
        <ConfirmDialog
          title={accountCopy.revokeKeyTitle(<bdi>{asking.name}</bdi>)}
          action={accountCopy.revokeKeyAction}
          onConfirm={() => revoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          {accountCopy.revokeKeyHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { accountCopy } from "#components/catalogs/account.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import type { ApiKeyJson, NewApiKeyResponse } from "#lib/team/api-keys/schema.ts";
import { ApiKeyList } from "./api-key-list.tsx";
import { NewApiKey } from "./new-api-key.tsx";

/** Creates, shows once, and revokes the account's API keys. */
export function ApiKeys({ keys }: { keys: ApiKeyJson[] }) {
  const router = useRouter();
  const [made, setMade] = useState<NewApiKeyResponse>();
  const [madeCount, setMadeCount] = useState(0);

  const showMade = (result: NewApiKeyResponse) => {
    setMade(result);
    setMadeCount((count) => count + 1);
    router.refresh();
  };
  // The page's own list includes it a moment later.
  const listed = made && !keys.some(({ id }) => id === made.key.id) ? [made.key, ...keys] : keys;

  return (
    <div className="grid gap-6 *:min-w-0">
      {/* A new key ends what was said of an earlier one. */}
      <ApiKeyList
        key={madeCount}
        label={accountCopy.keysTitle}
        none={accountCopy.noKeys}
        keys={listed}
        pathOf={({ id }) => `/account/keys/${id}`}
        hintOf={() => accountCopy.revokeKeyHint}
        onRevoked={() => setMade(undefined)}
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
      <p>
        <a href="/docs" className="text-accent underline">
          {accountCopy.apiReference}
        </a>
      </p>
      {!made && <NewApiKey onMade={showMade} />}
    </div>
  );
}

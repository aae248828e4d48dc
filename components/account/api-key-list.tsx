import type { ReactNode } from "react";
import { accountCopy } from "#components/catalogs/account.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ApiKeyJson } from "#lib/api-keys/schema.ts";

type Props<K extends ApiKeyJson> = {
  label: string;
  /** Shown if there are no keys. */
  none: string;
  keys: readonly K[];
  /** Returns whose key it is, in a list of several people's. */
  personOf?: (key: K) => string;
  onRevoke: (key: K) => void;
  /** Rendered below a key's row. */
  below?: (key: K) => ReactNode;
};

/** Lists API keys by name and last characters. */
export function ApiKeyList<K extends ApiKeyJson>({ label, none, keys, personOf, onRevoke, below }: Props<K>) {
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

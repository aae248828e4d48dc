import { Moment } from "#components/time/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { IdentitySecretAnswer } from "#lib/identity-secrets/schema.ts";

/** What is known of a site's identity secret, and how to keep it. */
export function SecretState({ known }: { known: IdentitySecretAnswer }) {
  const { createdAt, lastUsedAt, previousEndsAt, unreadable } = known;
  return (
    <div className="grid max-w-120 gap-3 text-pretty">
      {unreadable && (
        <Notice tone="problem">
          The secret cannot be read any more, because AUTH_SECRET was changed since it was made. Hashes are refused
          until you replace it.
        </Notice>
      )}
      {createdAt && (
        <p>
          The secret was made on <Moment at={createdAt} form="date" />.{" "}
          {lastUsedAt ? (
            <>
              It was used last on <Moment at={lastUsedAt} form="date" />.
            </>
          ) : (
            "It was not used yet."
          )}
        </p>
      )}
      {previousEndsAt && (
        <p>
          The one before is good too until <Moment at={previousEndsAt} form="date" />,{" "}
          <Moment at={previousEndsAt} form="clock" />.
        </p>
      )}
      <p className="text-quiet">
        A secret belongs on your server and nowhere else. Whoever has it can pretend to be any of your customers, so it
        must never be in a page, an app or a repository.
      </p>
    </div>
  );
}

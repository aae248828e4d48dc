import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { IdentitySecretResponse } from "#lib/sites/identity-secrets/schema.ts";

/** The state of a site's identity secret. */
export function SecretState({ known }: { known: IdentitySecretResponse }) {
  const { createdAt, lastUsedAt, previousEndsAt, unreadable, revokedAt } = known;
  return (
    <div className="grid max-w-120 gap-3 text-pretty">
      {unreadable && <Notice tone="problem">{sitesCopy.secretUnreadable}</Notice>}
      {revokedAt && <Notice tone="problem">{sitesCopy.secretRevoked(<Moment at={revokedAt} form="date" />)}</Notice>}
      {createdAt && (
        <p>
          {sitesCopy.secretCreated(<Moment at={createdAt} form="date" />)}{" "}
          {lastUsedAt ? sitesCopy.secretLastUsed(<Moment at={lastUsedAt} form="date" />) : sitesCopy.secretUnused}
        </p>
      )}
      {previousEndsAt && (
        <p>
          {sitesCopy.previousSecret(
            <Moment at={previousEndsAt} form="date" />,
            <Moment at={previousEndsAt} form="clock" />,
          )}
        </p>
      )}
      <p className="text-quiet">{sitesCopy.secretWarning}</p>
    </div>
  );
}

import type { ReactNode } from "react";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import type { SiteMailJson } from "#lib/notify/mail/schema.ts";

/** What keeps emails from a site's visitors. Whether the reader is who has to confirm their address makes a difference. */
export type MailNeeds = NonNullable<SiteMailJson["visitorMailsNeed"]> | "own_confirmation" | undefined;

/** Returns what keeps emails from a site's visitors, for its reader. */
export const mailNeeds = (
  { userId, ownerId }: Pick<OwnerScope, "userId" | "ownerId">,
  { visitorMailsNeed }: SiteMailJson,
): MailNeeds =>
  visitorMailsNeed === "owner_confirmation" && userId === ownerId ? "own_confirmation" : visitorMailsNeed;

const LINK = "font-medium text-accent underline underline-offset-3";

/** Says what keeps emails from a site's visitors, and what to do. */
export function MailNeedsWords({ needs, siteId }: { needs: NonNullable<MailNeeds>; siteId: string }): ReactNode {
  if (needs === "mail_server") return mailCopy.needs.mailServer;
  if (needs === "owner_confirmation") return mailCopy.needs.ownerConfirmation;
  const path =
    needs === "visitor_answers" ? `/settings/sites/${siteId}/notifications` : "/settings/account/notifications";
  const link = (
    <AppLink href={path} className={LINK}>
      {settingsCopy.notifications}
    </AppLink>
  );
  return needs === "visitor_answers" ? mailCopy.needs.visitorReplies(link) : mailCopy.needs.ownConfirmation(link);
}

import { previewLabels } from "#components/widget-preview/labels.ts";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { pictureUrl } from "#lib/files/pictures/picture-url.ts";
import { getSiteMail } from "#lib/notify/mail/queries.ts";
import { previewHours, toHoursJson } from "#lib/sites/hours/json.ts";
import { getHours } from "#lib/sites/hours/queries.ts";
import type { HoursJson } from "#lib/sites/hours/schema.ts";
import { listShownPeople } from "#lib/team/members/queries.ts";

/** Loads what the preview of a site's widget needs, and the site's hours. */
export async function loadWidget(
  scope: OwnerScope,
  siteId: string,
): Promise<{ widget: PreviewedWidget; hours: HoursJson | undefined }> {
  const [stored, people, mail] = await Promise.all([
    getHours(scope, siteId),
    listShownPeople(scope, siteId),
    getSiteMail(scope, siteId),
  ]);
  const hours = stored ? toHoursJson(stored) : undefined;
  const { timeZone, windows, exceptions, closedUntil = null } = hours ?? {};
  const body = timeZone !== undefined && windows && exceptions && { timeZone, windows, exceptions, closedUntil };
  return {
    hours,
    widget: {
      labels: previewLabels(),
      site: {
        id: siteId,
        people: people.map(({ photoHash, ...person }) => ({
          ...person,
          ...(photoHash !== null && { photoUrl: pictureUrl(photoHash) }),
        })),
        isShared: scope.isShared,
        sendsMail: mail.visitorMailsNeed === undefined,
        hours: body || undefined,
        first: body ? { ...previewHours(body), timeZone: body.timeZone, isNow: true } : undefined,
      },
    },
  };
}

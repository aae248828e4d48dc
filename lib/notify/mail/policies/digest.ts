import { workspaceUrl } from "../../../base/access/workspace-url.ts";
import { clockIn, dateAt } from "../../../sites/hours/open-times.ts";
import { findDigestReader, listDigestSites } from "../queries/digest.system.ts";
import type { MailEnd, MailRow } from "../queries/mail-row.system.ts";
import { digestMail } from "../templates/digest.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";

/** Returns the day before a moment's, on a zone's clock. */
function dayBefore(now: number, timeZone: string): { from: Date; until: Date } {
  const today = dateAt(now, timeZone);
  const { startOf } = clockIn(timeZone);
  return { from: new Date(startOf(today.subtract({ days: 1 }))), until: new Date(startOf(today)) };
}

/** Decides whether there's something to say in a person's daily email about a workspace, and writes it. */
export async function decideDigest(
  { id }: MailRow,
  finish: (end: MailEnd) => Promise<unknown>,
  now = Date.now(),
): Promise<Decision> {
  const reader = await findDigestReader(id);
  if (!reader)
    return { skip: "The daily email was turned off, or you no longer have access to the workspace.", finish };
  if (!reader.isConfirmed) return { skip: "Your email isn’t confirmed.", finish };
  if (reader.isBounced) return { skip: "Emails to your address come back.", finish };
  const sites = await listDigestSites(reader, dayBefore(now, reader.timeZone));
  if (sites.length === 0)
    return { skip: "No visitor is waiting, and no conversation began on the day before.", finish };
  const { userId, workspaceId, workspaceName, timeZone } = reader;
  const words = digestMail({
    workspaceName,
    sites,
    timeZone,
    waitingUrl: workspaceUrl(workspaceId, "/waiting"),
    reportsUrl: workspaceUrl(workspaceId, "/reports"),
    unsubscribeUrl: unsubscribeUrl({ kind: "digest", userId, workspaceId }),
  });
  return { mail: { ...words, id, to: reader.email }, finish };
}

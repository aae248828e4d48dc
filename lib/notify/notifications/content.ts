import { catalog, plural } from "#platform/catalog.ts";
import { cutText } from "#platform/characters.ts";
import { plainText } from "#platform/formatted-text/parse.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import { workspaceUrl } from "../../base/access/workspace-url.ts";
import type { ChannelNotice } from "../../outbox/channels/channel-kind.ts";
import type { DueNotification } from "./notification-rows.system.ts";

const copy = catalog("notification", {
  visitor: "A visitor",
  message: (visitor: string, site: string) => `${visitor} on ${site}`,
  newMessage: (site: string) => `New message on ${site}`,
  mention: (visitor: string, site: string) => `You were mentioned: ${visitor} on ${site}`,
  mentionOn: (site: string) => `You were mentioned on ${site}`,
  assigned: (visitor: string, site: string) => `Assigned to you: ${visitor} on ${site}`,
  assignedOn: (site: string) => `A conversation on ${site} was assigned to you`,
  summary: (count: number) => plural(count, { one: "1 unread conversation", other: "# unread conversations" }),
  summaryBody: "Visitors wrote while you weren’t notified.",
  test: "Test notification",
  testBody: "Notifications arrive here.",
  device: "A device is about to stop",
  deviceBody: "Open Site Inbox on it to keep getting notifications there.",
});

const NAME_MAX = 60;
const BODY_MAX = 600;

/** Says what a notification shows, and no more than its channel is to show. */
export function noticeOf(row: DueNotification): ChannelNotice {
  const { id, kind, conversationId, seq, level, since, unread } = row;
  const url = workspaceUrl(row.workspaceId, conversationId === null ? "/inbox" : `/inbox/${conversationId}`);
  return { id, kind, ...textOf(row), url, conversationId, seq, isUrgent: level > 0, since, unread };
}

function textOf(row: DueNotification): Pick<ChannelNotice, "title" | "body" | "texts"> {
  if (row.kind === "test") return { title: copy.test, body: copy.testBody };
  if (row.kind === "device") return { title: copy.device, body: copy.deviceBody };
  if (row.kind === "summary") return { title: copy.summary(row.unread), body: copy.summaryBody };
  const site = headerLine(row.siteName ?? "", NAME_MAX);
  if (row.shows === "site") return { title: site, body: "" };
  const visitor = headerLine(row.visitorName ?? row.visitorEmail ?? copy.visitor, NAME_MAX);
  if (row.kind !== "message") {
    // What a colleague wrote stays in the inbox.
    const [of, on] = row.kind === "mention" ? [copy.mention, copy.mentionOn] : [copy.assigned, copy.assignedOn];
    return { title: row.shows === "new" ? on(site) : of(visitor, site), body: "" };
  }
  if (row.shows === "new") return { title: copy.newMessage(site), body: "" };
  return { title: copy.message(visitor, site), ...lastOf(row.texts) };
}

/** Returns the newest texts that fit, the newest last. */
function lastOf(all: readonly string[]): { body: string; texts: string[] } {
  const texts: string[] = [];
  let length = 0;
  for (const text of all.toReversed()) {
    const cut = cutText(text, BODY_MAX);
    if (texts.length > 0 && length + cut.length > BODY_MAX) break;
    texts.unshift(cut === text ? text : `${cut}…`);
    length += cut.length;
  }
  return { body: texts.map((text) => plainText(text)).join("\n"), texts };
}

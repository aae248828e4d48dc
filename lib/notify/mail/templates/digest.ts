import { catalog, plural } from "#platform/catalog.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailBlock, MailContent } from "#platform/mail/message.ts";
import type { DigestSite } from "../queries/digest.system.ts";
import { pageOf } from "./owner-alert.ts";

const SITES_MAX = 20;
const NAME_MAX = 60;

const numbers = new Intl.NumberFormat("en");

const copy = catalog("digest-mail", {
  subject: (waiting: number, begun: number, workspace: string) =>
    `${workspace}: ${plural(waiting, { one: "1 visitor is waiting", other: "# visitors are waiting" })}, ${numbers.format(begun)} new yesterday`,
  waiting: (count: number, since: string) =>
    plural(count, {
      one: `1 visitor is waiting for a reply, since ${since}.`,
      other: `# visitors are waiting for a reply, the first of them since ${since}.`,
    }),
  noneWaiting: "No visitor is waiting.",
  begun: (count: number) =>
    plural(count, { one: "1 conversation began yesterday.", other: "# conversations began yesterday." }),
  withoutReply: (count: number) =>
    plural(count, { one: "1 of them has no reply yet.", other: "# of them have no reply yet." }),
  more: (count: number) => plural(count, { one: "And 1 more site.", other: "And # more sites." }),
  openWaiting: "Show who’s waiting",
  openReports: "Open reports",
  why: (workspace: string) => `You turned on a daily email about ${workspace}.`,
  unsubscribe: "Turn it off",
});

type Digest = {
  workspaceName: string;
  sites: readonly DigestSite[];
  timeZone: string;
  waitingUrl: string;
  reportsUrl: string;
  unsubscribeUrl: string;
};

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });

const timeIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(at);

function siteBlocks(
  { siteName, waiting, since, begun, withoutReply }: DigestSite,
  { sites, timeZone }: Digest,
): MailBlock[] {
  const ofDay = begun === 0 ? [] : [copy.begun(begun), ...(withoutReply > 0 ? [copy.withoutReply(withoutReply)] : [])];
  return [
    ...(sites.length > 1 ? [{ kind: "heading" as const, text: headerLine(siteName, NAME_MAX) }] : []),
    paragraph(since === null ? copy.noneWaiting : copy.waiting(waiting, timeIn(since, timeZone))),
    ...(ofDay.length > 0 ? [paragraph(ofDay.join(" "))] : []),
  ];
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);

/** A person's daily email: who waits, and how the day before went. It has no visitor's name or message. */
export function digestMail(digest: Digest): MailContent {
  const { sites, waitingUrl, reportsUrl, unsubscribeUrl } = digest;
  const workspace = headerLine(digest.workspaceName, NAME_MAX);
  const waiting = sum(sites.map((site) => site.waiting));
  const left = sites.length - SITES_MAX;
  return {
    subject: copy.subject(waiting, sum(sites.map(({ begun }) => begun)), workspace),
    unsubscribeUrl,
    blocks: [
      ...sites.slice(0, SITES_MAX).flatMap((site) => siteBlocks(site, digest)),
      ...(left > 0 ? [paragraph(copy.more(left))] : []),
      waiting > 0
        ? { kind: "button", label: copy.openWaiting, url: waitingUrl }
        : { kind: "button", label: copy.openReports, url: reportsUrl },
      { kind: "small", text: copy.why(workspace), link: { label: copy.unsubscribe, url: pageOf(unsubscribeUrl) } },
    ],
  };
}

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Metadata } from "next";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { reportsCopy as copy } from "#components/catalogs/reports.tsx";
import { BusyHours } from "#components/reports/busy-hours.tsx";
import { OwnNumbers, ReportNumbers } from "#components/reports/report-numbers.tsx";
import { ReportSite } from "#components/reports/report-site.tsx";
import { rangeWords, reportPath, weeksLater } from "#components/reports/report-words.ts";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { mayAddSites } from "#lib/base/access/scopes.ts";
import { toReportJson } from "#lib/desk/reports/json.ts";
import { getReport } from "#lib/desk/reports/queries.ts";
import { type ReportJson, ReportQuery } from "#lib/desk/reports/schema.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import { listedSites } from "../inbox/load-inbox.ts";

export const metadata: Metadata = { title: copy.title };

type Props = WorkspacePage & { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ReportsPage({ params, searchParams }: Props) {
  const [{ site, week }, reader] = await Promise.all([searchParams, readerOfRequest()]);
  const scope = await requirePageOwner(params, "/reports");
  const sites = listedSites((await listSites(scope)).map((row) => toSiteJson(scope, row)));
  const chosen = sites.find(({ id }) => id === site) ?? sites[0];
  if (!chosen) {
    return (
      <main id={MAIN_ID} className="flex-1 overflow-y-auto bg-surface">
        <Lead
          level={1}
          title={copy.noSiteTitle}
          action={
            mayAddSites(scope) && (
              <AppLink href="/settings/sites/new" className={buttonClass("primary")}>
                {inboxCopy.addSite}
              </AppLink>
            )
          }
        >
          {copy.noSiteHint}
        </Lead>
      </main>
    );
  }
  const { timeZone } = reader;
  const asked = ReportQuery.safeParse({ ...(week !== undefined && { week }), timeZone });
  const report = toReportJson(await getReport(scope, chosen.id, asked.success ? asked.data : { timeZone }));
  // Days and hours are the report's, also for a reader elsewhere.
  const ofReport = { ...reader, timeZone: report.timeZone };
  const { busyHours, own } = report;
  return (
    <main id={MAIN_ID} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto max-w-200 px-5 pt-6 pb-16 md:px-10 md:pt-10">
        <header className="mb-6">
          <h1 className="text-2xl font-semibold tracking-tight">{copy.title}</h1>
          <p className="mt-1 max-w-120 text-quiet text-pretty">{copy.hint}</p>
          <div className="mt-2 -ms-2 flex empty:hidden">
            <ReportSite sites={sites} siteId={chosen.id} week={report.week} />
          </div>
          <WeekLinks
            report={report}
            range={rangeWords(report.current.from, report.current.until, ofReport)}
            now={reader.now}
          />
        </header>
        <ReportNumbers report={report} reader={reader} />
        <SettingsSection title={copy.byVisitors} hint={copy.ofMessages}>
          <BusyHours title={copy.byVisitors} hours={busyHours} of="byVisitors" reader={ofReport} />
        </SettingsSection>
        <SettingsSection title={copy.byTeam}>
          <BusyHours title={copy.byTeam} hours={busyHours} of="byTeam" reader={ofReport} />
        </SettingsSection>
        <SettingsSection title={copy.own} hint={copy.ownHint}>
          <OwnNumbers own={own} reader={reader} />
        </SettingsSection>
        <p className="mt-10 text-sm text-quiet text-pretty">{copy.clock(report.timeZone)}</p>
      </div>
    </main>
  );
}

function WeekLinks({ report, range, now }: { report: ReportJson; range: string; now: number }) {
  const { siteId, week, current } = report;
  const isOver = Date.parse(current.until) <= now;
  return (
    <nav aria-label={copy.week} className="mt-3 flex flex-wrap items-center gap-2">
      <h2 className="me-auto font-medium tabular-nums">
        <bdi>{range}</bdi>
      </h2>
      <AppLink href={reportPath(siteId, weeksLater(week, -1))} className={buttonClass()}>
        <ChevronLeft size={16} aria-hidden className="rtl:rotate-180" />
        {copy.previousWeek}
      </AppLink>
      {isOver && (
        <AppLink href={reportPath(siteId, weeksLater(week, 1))} className={buttonClass()}>
          {copy.nextWeek}
          <ChevronRight size={16} aria-hidden className="rtl:rotate-180" />
        </AppLink>
      )}
    </nav>
  );
}

import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from "lucide-react";
import { statusCopy } from "#components/catalogs/status.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { StatusCheckJson } from "#lib/notify/status/schema.ts";

const OLD_MS = 600_000;

const ICONS = {
  failing: { icon: CircleAlert, className: "text-danger" },
  warning: { icon: TriangleAlert, className: "text-note-ink" },
  good: { icon: CircleCheck, className: "text-accent" },
  off: { icon: CircleMinus, className: "text-quiet" },
};

/** What the service's checks found last, what needs someone first. */
export function CheckList({ checks, now }: { checks: readonly StatusCheckJson[]; now: Date }) {
  if (checks.length === 0) return <p className="text-quiet">{statusCopy.nothingYet}</p>;
  const newest = Math.max(...checks.map(({ checkedAt }) => Date.parse(checkedAt)));
  const isOld = now.getTime() - newest > OLD_MS;
  const hosts = new Set(checks.flatMap(({ host }) => host ?? []));
  return (
    <div className="grid gap-4 *:min-w-0">
      <Notice tone="problem">
        {isOld && statusCopy.old(<Moment at={new Date(newest).toISOString()} form="past" />)}
      </Notice>
      <p className="font-medium">{summaryOf(checks)}</p>
      <ul aria-label={statusCopy.checks} className="divide-y divide-line rounded-lg border border-line">
        {checks.map((check) => (
          <CheckRow key={`${check.name} ${check.host}`} check={check} namesHost={hosts.size > 1} />
        ))}
      </ul>
    </div>
  );
}

function summaryOf(checks: readonly StatusCheckJson[]): string {
  const count = (wanted: StatusCheckJson["state"]) => checks.filter(({ state }) => state === wanted).length;
  if (count("failing") > 0) return statusCopy.failing(count("failing"));
  return count("warning") > 0 ? statusCopy.warning(count("warning")) : statusCopy.good;
}

function CheckRow({ check, namesHost }: { check: StatusCheckJson; namesHost: boolean }) {
  const { title, host, state, says, todo, since } = check;
  const { icon: Icon, className } = ICONS[state];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon size={20} aria-label={statusCopy.states[state]} role="img" className={`mt-0.5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          {title}
          {namesHost && host && (
            <>
              {" · "}
              <bdi>{host}</bdi>
            </>
          )}
        </p>
        <p className="text-pretty">{says}</p>
        {todo && <p className="mt-0.5 text-pretty text-quiet">{todo}</p>}
        {(state === "failing" || state === "warning") && (
          <p className="mt-0.5 text-sm text-quiet">{statusCopy.firstSeen(<Moment at={since} form="short" />)}</p>
        )}
      </div>
    </li>
  );
}

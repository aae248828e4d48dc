import { statusCopy } from "#components/catalogs/status.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { StatusCheckJson } from "#lib/notify/status/schema.ts";
import { FindingRows } from "./finding-rows.tsx";

const OLD_MS = 600_000;

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
      <FindingRows
        label={statusCopy.checks}
        rows={checks.map(({ name, title, host, state, says, todo, since }) => ({
          key: `${name} ${host}`,
          title: <CheckTitle title={title} host={hosts.size > 1 ? host : null} />,
          state,
          says,
          todo,
          ...((state === "failing" || state === "warning") && {
            more: statusCopy.firstSeen(<Moment at={since} form="short" />),
          }),
        }))}
      />
    </div>
  );
}

function summaryOf(checks: readonly StatusCheckJson[]): string {
  const count = (wanted: StatusCheckJson["state"]) => checks.filter(({ state }) => state === wanted).length;
  if (count("failing") > 0) return statusCopy.failing(count("failing"));
  return count("warning") > 0 ? statusCopy.warning(count("warning")) : statusCopy.good;
}

function CheckTitle({ title, host }: { title: string; host: string | null }) {
  return (
    <>
      {title}
      {host && (
        <>
          {" · "}
          <bdi>{host}</bdi>
        </>
      )}
    </>
  );
}

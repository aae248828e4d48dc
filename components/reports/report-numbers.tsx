import { reportsCopy as copy } from "#components/catalogs/reports.tsx";
import { inboxPath } from "#components/filter/inbox-filter.ts";
import type { Reader } from "#components/time/reader.tsx";
import { clockWords } from "#components/time/time-words.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import type { Counted, ReportJson, WeekNumbers } from "#lib/desk/reports/schema.ts";

/** How long something took: "12m 5s". */
const tookWords = (seconds: number, reader: Reader) => clockWords(new Date(0), { ...reader, now: seconds * 1_000 });

type Shown = { counted: Counted; name: string; value: string; before?: string; hints: string[] };

type OfWeek = (numbers: WeekNumbers) => string;

function shownNumbers({ current, previous, waiting, withinHours }: ReportJson, reader: Reader): Shown[] {
  const both = (counted: Counted, name: string, of: OfWeek, hints: string[]): Shown => ({
    counted,
    name,
    value: of(current),
    // Two dashes would say nothing.
    ...(of(previous) !== copy.noNumber && { before: copy.before(of(previous)) }),
    hints,
  });
  const took: OfWeek = ({ medianReplySeconds }) =>
    medianReplySeconds === undefined ? copy.noNumber : tookWords(medianReplySeconds, reader);
  const rating: OfWeek = ({ averageRating }) =>
    averageRating === undefined ? copy.noNumber : copy.average(averageRating);
  const { slowReplySeconds: slow, medianReplySeconds: median, rated } = current;
  const since = waiting.since && clockWords(new Date(waiting.since), reader);
  const repliedHints =
    slow === undefined
      ? [copy.noReplies]
      : [
          copy.repliedHint(tookWords(slow, reader)),
          ...(withinHours ? [median === 0 ? copy.outsideHours : copy.withinHours] : []),
        ];
  return [
    both("begun", copy.begun, ({ conversations }) => copy.number(conversations), [copy.begunHint]),
    {
      counted: "waiting",
      name: copy.waiting,
      value: waiting.isAtLeast ? copy.atLeast(waiting.count) : copy.number(waiting.count),
      hints: [since ? copy.waitingSince(since) : copy.noneWaiting, copy.waitingHint],
    },
    both("never_replied", copy.neverReplied, ({ neverReplied }) => copy.number(neverReplied), [copy.neverRepliedHint]),
    both("replied", copy.replied, took, repliedHints),
    both("rated", copy.rated, rating, [rated === 0 ? copy.noRatings : copy.ratedHint(rated)]),
  ];
}

/** The five numbers of a week. Each leads to the conversations that it counts. */
export function ReportNumbers({ report, reader }: { report: ReportJson; reader: Reader }) {
  const { siteId, current } = report;
  const week = { from: current.from, until: current.until };
  return (
    <ul
      aria-label={copy.numbers}
      className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-6"
    >
      {shownNumbers(report, reader).map(({ counted, name, value, before, hints }) => (
        <li
          key={counted}
          className="relative bg-surface p-4 transition-colors hover:bg-hover sm:col-span-2 sm:nth-[-n+2]:col-span-3"
        >
          <h3 className="text-sm font-medium">
            <AppLink
              href={inboxPath({ status: "all", siteId, counted, ...(counted !== "waiting" && week) })}
              aria-label={copy.showThem(name)}
              className="before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2"
            >
              {name}
            </AppLink>
          </h3>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <span lang={reader.language} className="text-2xl font-semibold tracking-tight tabular-nums">
              {value}
            </span>
            {before && <span className="text-sm text-quiet tabular-nums">{before}</span>}
          </p>
          {hints.map((hint) => (
            <p key={hint} className="mt-1 text-sm text-quiet text-pretty">
              {hint}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** What the reader did in the week's conversations. */
export function OwnNumbers({ own, reader }: { own: ReportJson["own"]; reader: Reader }) {
  const { replies, conversations, firstReplies, medianReplySeconds: median } = own;
  if (replies === 0) return <p className="text-quiet">{copy.ownNone}</p>;
  return (
    <p className="max-w-120 text-pretty">
      {copy.ownReplies(replies, conversations)}{" "}
      {median !== undefined && copy.ownFirst(firstReplies, tookWords(median, reader))}
    </p>
  );
}

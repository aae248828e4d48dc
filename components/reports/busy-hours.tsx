import { reportsCopy as copy } from "#components/catalogs/reports.tsx";
import type { Reader } from "#components/time/reader.tsx";
import type { BusyHour } from "#lib/desk/reports/schema.ts";
import { dayName, hourName } from "./report-words.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HOURS_BETWEEN_NAMES = 6;
// The page's policy forbids inline styles, so there are a few shades.
const SHADES = ["bg-sunken", "bg-accent/25", "bg-accent/45", "bg-accent/70", "bg-accent"] as const;

type Props = { title: string; hours: readonly BusyHour[]; of: "byVisitors" | "byTeam"; reader: Reader };

/** A week by day and hour: a table, each cell in a stronger color the more was written in its hour. */
export function BusyHours({ title, hours, of, reader }: Props) {
  const counts = new Map(hours.map((one) => [one.day * HOURS.length + one.hour, one[of]]));
  const most = hours.toSorted((one, other) => other[of] - one[of])[0];
  const max = most?.[of] ?? 0;
  if (!most || max === 0) return <p className="text-quiet">{copy.nothingWritten}</p>;
  const shadeOf = (count: number) => SHADES[Math.ceil((count / max) * (SHADES.length - 1))];
  return (
    <>
      <table
        aria-label={title}
        lang={reader.language}
        className="w-full table-fixed border-separate border-spacing-0.5"
      >
        <thead>
          <tr className="text-xs text-quiet">
            <th scope="col" className="w-10">
              <span className="sr-only">{copy.day}</span>
            </th>
            {HOURS.map((hour) => (
              <th
                key={hour}
                scope="col"
                className="overflow-visible text-start font-normal whitespace-nowrap tabular-nums"
              >
                {hour % HOURS_BETWEEN_NAMES === 0 ? (
                  <bdi className="block w-0">{hourName(hour, reader)}</bdi>
                ) : (
                  <bdi className="sr-only">{hourName(hour, reader)}</bdi>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <tr key={day}>
              <th scope="row" className="truncate text-start text-xs font-normal text-quiet">
                <bdi>{dayName(day, reader, "short")}</bdi>
              </th>
              {HOURS.map((hour) => {
                const count = counts.get(day * HOURS.length + hour) ?? 0;
                return (
                  <td
                    key={hour}
                    title={copy.cell(dayName(day, reader, "long"), hourName(hour, reader), count)}
                    className={`h-5 rounded-sm p-0 ${shadeOf(count)}`}
                  >
                    <span className="sr-only">{copy.number(count)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-quiet">
        {copy.most(dayName(most.day, reader, "long"), hourName(most.hour, reader), max)}
      </p>
    </>
  );
}

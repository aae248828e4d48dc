import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** What the service found out about itself, for its operators. */
export const statusCopy = catalog("status", {
  title: "Status",
  hint: "What this service checks about itself. Operators are emailed once when something fails, and once when it’s fine again.",
  states: { failing: "Fails", warning: "Look at it", good: "Fine", off: "Off" },
  failing: (count: number) => plural(count, { one: "1 check fails.", other: "# checks fail." }),
  warning: (count: number) =>
    plural(count, { one: "Nothing fails. Look at 1 check.", other: "Nothing fails. Look at # checks." }),
  good: "Everything is fine.",
  nothingYet: "The first checks run a minute after the service starts. Reload this page then.",
  old: (time: ReactNode) => (
    <>
      Last checked {time}. No process checks the service now. Is it running, and with JOBS=off, is npm run jobs running
      too?
    </>
  ),
  began: (time: ReactNode) => <>Began {time}</>,
  checks: "Checks",
});

import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** What the service found out about itself, for its operators. */
export const statusCopy = catalog("status", {
  title: "Status",
  hint: "The service checks itself every minute. Operators get one email when a check fails, and one when it passes again.",
  states: { failing: "Failing", warning: "Needs attention", good: "OK", off: "Off" },
  failing: (count: number) => plural(count, { one: "1 check is failing.", other: "# checks are failing." }),
  warning: (count: number) =>
    plural(count, {
      one: "Nothing is failing. 1 check needs attention.",
      other: "Nothing is failing. # checks need attention.",
    }),
  good: "All checks pass.",
  nothingYet: "The first checks run a minute after the service starts. Reload this page then.",
  old: (time: ReactNode) => (
    <>
      Last checked {time}. No process checks the service now. Is it running, and with JOBS=off, is npm run jobs running
      too?
    </>
  ),
  firstSeen: (time: ReactNode) => <>First seen {time}</>,
  checks: "Checks",
});

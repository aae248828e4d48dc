import type { ApiProblem } from "#components/api/problem.ts";
import { triageCopy } from "#components/catalogs/triage.tsx";

/** Says why a star, label or snooze wasn't changed. */
export function problemWords({ code, words }: ApiProblem): string {
  return code === "unreachable" && !navigator.onLine ? triageCopy.notChangedOffline : words;
}

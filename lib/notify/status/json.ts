import type { CheckRow } from "./queries.ts";
import { CHECK_STATES, CHECK_TITLES, isCheckName, StatusCheckJson } from "./schema.ts";

/** Returns checks as the API shows them, what needs someone first. One that only a newer version knows is left out. */
export function toStatusJson(rows: readonly CheckRow[]): StatusCheckJson[] {
  const checks = rows.flatMap(({ name, host, state, says, todo, since, checkedAt }) => {
    if (!isCheckName(name) || state === null || says === null || !since || !checkedAt) return [];
    return [
      {
        name,
        title: CHECK_TITLES[name],
        host: host || null,
        state: StatusCheckJson.shape.state.parse(state),
        says,
        todo,
        since: since.toISOString(),
        checkedAt: checkedAt.toISOString(),
      },
    ];
  });
  const rank = ({ state }: StatusCheckJson) => CHECK_STATES.indexOf(state);
  return checks.sort((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}

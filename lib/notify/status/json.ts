import type { CheckRow } from "./queries.ts";
import { CHECK_STATES, CHECK_TITLES, isCheckName, StatusCheckJson } from "./schema.ts";

const OLD_MS = 600_000;
const NOT_LOOKED_AT = {
  state: "warning",
  todo: "No process looks at it. Is the service running, and with JOBS=off, is npm run jobs running too?",
};

/**
 * Returns checks as the API shows them, what needs someone first. What should have been looked at ten minutes ago says so, and one
 * that only a newer version knows is left out.
 */
export function toStatusJson(rows: readonly CheckRow[], now = new Date()): StatusCheckJson[] {
  const checks = rows.flatMap(({ dueAt, ...row }) => {
    const isOld = now.getTime() - dueAt.getTime() > OLD_MS;
    const { name, host, state, says, todo, since, checkedAt } = isOld ? { ...row, ...NOT_LOOKED_AT } : row;
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

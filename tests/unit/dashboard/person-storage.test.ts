import { expect, test } from "@playwright/test";
import type { Storage } from "#client/storage.ts";
import { adoptStored, countUnsentElsewhere } from "#components/live/person-storage.ts";
import { sharedMemory } from "../../support/shared-memory.ts";

const WORKSPACE = "0190a1b2-0000-7000-8000-000000000001";
const OTHER = "0190a1b2-0000-7000-8000-000000000002";

/** The names below a prefix, as `openStorage` has them. */
function below(prefix: string, storage: Storage): Storage {
  return {
    ...storage,
    get: (name) => storage.get(prefix + name),
    set: (name, value) => storage.set(prefix + name, value),
    remove: (name) => storage.remove(prefix + name),
    names: (start) => storage.names(prefix + start).map((name) => name.slice(prefix.length)),
  };
}

test("a workspace adopts the drafts and unsent replies of an earlier version, and nothing of another workspace", () => {
  const { values, openTab } = sharedMemory(
    new Map([
      ["draft:c1", "Half a sent"],
      ["unsent:k1", "{}"],
      ["draft:c2", "Older"],
      [`${WORKSPACE}:draft:c2`, "Newer"],
      [`${OTHER}:draft:c3`, "Elsewhere"],
    ]),
  );
  const person = openTab();
  for (let times = 0; times < 2; times++) adoptStored(person, below(`${WORKSPACE}:`, person));
  expect(Object.fromEntries(values)).toEqual({
    [`${WORKSPACE}:draft:c1`]: "Half a sent",
    [`${WORKSPACE}:unsent:k1`]: "{}",
    "draft:c2": "Older",
    [`${WORKSPACE}:draft:c2`]: "Newer",
    [`${OTHER}:draft:c3`]: "Elsewhere",
  });
});

test("counts what's unsent in a person's other workspaces", () => {
  const names = [`${WORKSPACE}:unsent:k1`, `${OTHER}:unsent:k2`, `${OTHER}:unsent:k3`, `${OTHER}:draft:c1`];
  const { openTab } = sharedMemory(new Map(names.map((name) => [name, "{}"])));
  expect(countUnsentElsewhere(openTab(), WORKSPACE)).toBe(2);
});

import { expect, test } from "@playwright/test";
import { type Disk, judge } from "../../../server/status/checks/disk.ts";

const GB = 1024 ** 3;
const disk = (folder: string, free: number, days: number | null): Disk => ({
  folder,
  free,
  days,
  sampled: { what: folder, host: "one" },
});

for (const [title, disks, state, says] of [
  ["room without an end in sight", [disk("/data", 9 * GB, null)], "good", "9 GB free on the disk with /data."],
  ["room for long", [disk("/data", 9 * GB, 400)], "good", "enough for 400 days"],
  ["less than a gigabyte", [disk("/data", 9 * GB, null), disk("/backups", GB - 1, null)], "failing", "/backups"],
  ["one that's full soonest", [disk("/data", 5 * GB, 25), disk("/backups", 9 * GB, 6)], "warning", "full in 6 days"],
  ["nothing on this host", [], "off", "stores nothing"],
] as const) {
  test(`${title} is ${state}`, () => {
    expect(judge([...disks])).toMatchObject({ state, says: expect.stringContaining(says) });
  });
}

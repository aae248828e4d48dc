import { durationWords } from "#platform/duration-words.ts";
import { env } from "#platform/env.ts";
import { readBackupsSoFar } from "../../backup/due-backup.ts";
import { openTarget } from "../../backup/open-target.ts";
import type { Check } from "../check.ts";
import { reasonOf } from "../words.ts";

const TOO_OLD_SECONDS = 2 * 86_400;
const FAILURES_MAX = 3;
const ADVICE = "Run npm run backup to see it, and read docs/operating/database-and-backup.md.";

/** Whether there's a good backup of late. */
export const backups: Check = {
  name: "backups",
  everySeconds: 300,
  by: "jobs",
  isOfSettings: true,
  async find() {
    const { BACKUP_TO: place, BACKUP_AT: at } = env();
    if (place === "none") return { state: "off", says: "You make backups in another way (BACKUP_TO=none)." };
    if (place === undefined) {
      return {
        state: "warning",
        says: "Nothing is backed up.",
        todo: "Set BACKUP_TO to a folder on another disk or to a bucket, or to none if you make backups in another way.",
      };
    }
    const unusable = await openTarget(env()).then(() => null, reasonOf);
    if (unusable !== null) return { state: "failing", says: `Backups can't be written: ${unusable}.`, todo: ADVICE };
    const { now, goodAt, failures, failure, isRunning } = await readBackupsSoFar();
    if (!goodAt && failures === 0) {
      if (isRunning) return { state: "good", says: "The first backup is being made." };
      const todo =
        at === "off"
          ? "Run npm run backup by a timer."
          : "The service begins it within minutes. If not, its log says why.";
      return { state: "warning", says: "There's no backup yet.", todo };
    }
    const age = goodAt ? (now.getTime() - goodAt.getTime()) / 1000 : 0;
    const last = goodAt ? `The last good backup was ${durationWords(age)} ago.` : "There's no good backup yet.";
    if (failures >= FAILURES_MAX || (age > TOO_OLD_SECONDS && at !== "off")) {
      const why = failure === null ? "" : ` The last attempt failed: ${failure}.`;
      return { state: "failing", says: `${last}${why}`, todo: ADVICE };
    }
    if (failures > 0) return { state: "warning", says: `${last} The last attempt failed: ${failure}.`, todo: ADVICE };
    if (age > TOO_OLD_SECONDS)
      return { state: "warning", says: last, todo: "Look at the timer that runs npm run backup." };
    return { state: "good", says: last };
  },
};

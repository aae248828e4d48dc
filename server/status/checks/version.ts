import { runningVersion, versionWords } from "#platform/version.ts";
import { projectRoot } from "../../launch/project-root.mjs";
import { readRevision } from "../../process/revision.ts";
import type { Check } from "../check.ts";

/** Which version runs, and whether its folder has another by now. */
export const version: Check = {
  name: "version",
  everySeconds: 300,
  isOfHost: true,
  async find() {
    const [running, there] = [runningVersion(), readRevision(projectRoot)].map(versionWords);
    if (there === running) return { state: "good", says: `Version ${running} is running.` };
    return {
      state: "warning",
      says: `Version ${running} is running, and its folder has ${there}.`,
      todo: "Restart the service to run what's there.",
    };
  },
};

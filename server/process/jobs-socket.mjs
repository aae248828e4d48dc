import { createHash } from "node:crypto";
import { projectRoot } from "../launch/project-root.mjs";

const place = createHash("sha256").update(projectRoot).digest("hex").slice(0, 16);

/** Where a process that only runs jobs shows whether it's ready: an abstract socket of Linux, which is no file. */
export const JOBS_SOCKET = `\0site-inbox-jobs-${place}`;

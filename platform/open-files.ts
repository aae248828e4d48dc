const UNKNOWN = 1_024;
// What a process has open beside its connections: files, and sockets to the database and to other servers.
const OWN_FILES = 300;
// Room for other requests while all streams are open: a twentieth, and not fewer than this.
const OTHERS_SHARE = 0.05;
const OTHERS_LEAST = 100;
// What a process serves in time, however many files it may open (docs/operating/scaling.md).
const STREAMS_MAX = 19_000;

let known: number | undefined;

/** Returns how many files this process may have open, sockets included. */
export function openFileLimit(): number {
  known ??= readLimit();
  return known;
}

// Node raises the soft limit to the hard one when it starts. Its report is the only way to read it on every system.
function readLimit(): number {
  // Looking up the network's names could take seconds.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft) || UNKNOWN;
}

/** Returns how many connections fit into a limit of open files, beside what the process needs itself. */
export const connectionsWithin = (limit: number): number =>
  Math.max(1, Math.floor(Math.min(limit - OWN_FILES, limit * (1 - OTHERS_SHARE / 2))));

/** Returns how many event streams fit into a limit of open files, beside other requests. */
export const streamsWithin = (limit: number): number =>
  Math.max(1, Math.floor(Math.min(STREAMS_MAX, limit - OWN_FILES - OTHERS_LEAST, limit * (1 - OTHERS_SHARE))));

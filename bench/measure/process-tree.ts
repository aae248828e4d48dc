import { readdirSync, readFileSync } from "node:fs";
import { sum } from "./statistics.ts";

type Stat = { pid: number; parent: number; ticks: number };

// Linux tells times in hundredths of a second, whatever its own clock does (proc_pid_stat(5), sysconf(3)).
const MS_PER_TICK = 10;
const PAGE_BYTES = 4096;

// The name, in brackets, may hold anything; what follows are numbers.
function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { pid, parent: Number(fields[1]), ticks: sum(fields.slice(11, 15).map(Number)) };
  } catch {
    return undefined;
  }
}

export function processTree(root: number): Stat[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/**
 * Returns the CPU time of a process and of those it started, in milliseconds: user and system, of all threads. Those
 * that have ended count too, such as a database's connections and autovacuum workers.
 */
export function cpuTime(root: number): number {
  return processTree(root).reduce((total, { ticks }) => total + ticks * MS_PER_TICK, 0);
}

/** The memory of a process and those it started, in bytes: what they share with others counts in part (PSS). */
export function memoryOf(root: number): number {
  return processTree(root).reduce((total, { pid }) => total + proportionalSet(pid), 0);
}

function proportionalSet(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** The same without asking what is shared, which is quick enough to be sampled (RSS). */
export function residentOf(root: number): number {
  return processTree(root).reduce((total, { pid }) => total + residentSet(pid), 0);
}

function residentSet(pid: number): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Returns the process that started another. */
export const parentOf = (pid: number) => readStat(pid)?.parent ?? 0;

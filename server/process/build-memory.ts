import { readIfThere } from "../launch/project-root.mjs";

const NEEDED_MB = 1_500;
const BYTES = 1024 ** 2;

/** What to say before a build if there's too little memory for it, which it might never end with. Swap counts. */
export function memoryWarning(availableMb = availableMemoryMb()): string | undefined {
  if (availableMb >= NEEDED_MB) return undefined;
  return `A build needs about ${NEEDED_MB} MB of memory, and ${availableMb} MB are free: it may take very long, or fail. Add swap, or build on another host.`;
}

function availableMemoryMb(): number {
  const [, swapKb = "0"] = /^SwapFree: +(\d+) kB$/m.exec(readIfThere("/proc/meminfo") ?? "") ?? [];
  return Math.floor(process.availableMemory() / BYTES + Number(swapKb) / 1024);
}

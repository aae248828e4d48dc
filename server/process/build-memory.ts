import { readIfThere } from "../launch/project-root.mjs";

// At its peak, a build has 1,344 MB: it ended well within 1,457 MB, and was killed within 1,202 MB.
const NEEDED_MB = 1_400;
const BYTES = 1024 ** 2;

/** What to say before a build if there's too little memory for it: the kernel would kill it. Swap counts. */
export function memoryWarning(availableMb = availableMemoryMb()): string | undefined {
  if (availableMb >= NEEDED_MB) return undefined;
  return `A build needs about ${NEEDED_MB} MB of memory, and ${availableMb} MB are free: it may fail. Add swap, or install the package, which needs no build (docs/operating/install.md).`;
}

function availableMemoryMb(): number {
  const [, swapKb = "0"] = /^SwapFree: +(\d+) kB$/m.exec(readIfThere("/proc/meminfo") ?? "") ?? [];
  return Math.floor(process.availableMemory() / BYTES + Number(swapKb) / 1024);
}

export type Counts = { passed: number; failed: number; skipped: number };

/** Adds up what was tested, and prints a line for each step. */
export class Tally {
  readonly counts: Counts = { passed: 0, failed: 0, skipped: 0 };

  async step(name: string, work: () => Promise<{ counts: Counts; output?: string }>): Promise<void> {
    const started = performance.now();
    const { counts, output = "" } = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.counts.passed += counts.passed;
    this.counts.failed += counts.failed;
    this.counts.skipped += counts.skipped;
    if (output.trim()) process.stdout.write(`${output.trim()}\n\n`);
    process.stdout.write(
      `${name.padEnd(12)} ${counts === noneCounted ? "ready" : describeCounts(counts)} (${seconds} s)\n`,
    );
  }

  get succeeded(): boolean {
    return this.counts.failed === 0 && this.counts.passed > 0;
  }

  get summary(): string {
    return describeCounts(this.counts);
  }
}

export const onePassed: Counts = { passed: 1, failed: 0, skipped: 0 };
export const noneCounted: Counts = { passed: 0, failed: 0, skipped: 0 };
export const oneFailed: Counts = { passed: 0, failed: 1, skipped: 0 };

function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

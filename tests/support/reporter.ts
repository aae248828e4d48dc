import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { ALLOWED_SKIPS } from "../allowed-skips.ts";

type Counts = { passed: number; failed: number; skipped: number };
type Project = Counts & { startedAt: number; endedAt: number };

const MINUTE_MS = 60_000;
const SLOWEST = 10;

/**
 * Prints what fails and what is skipped, how far the run is (live on a terminal, otherwise a line a minute), the files
 * whose tests took longest, a line for each project, and the counts of all on the last line.
 */
export default class CalmReporter implements Reporter {
  readonly #projects = new Map<string, Project>();
  readonly #skips: { test: TestCase; reason: string }[] = [];
  readonly #spentMs = new Map<string, number>();
  readonly #startedAt = performance.now();
  #suite: Suite | undefined;
  #otherFailures = 0;
  #done = 0;
  #failed = 0;
  #minutes: NodeJS.Timeout | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
    if (!process.stdout.isTTY) this.#minutes = setInterval(() => print(this.#progress()), MINUTE_MS).unref();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const project = this.#projectOf(test);
    project.startedAt = Math.min(project.startedAt, result.startTime.getTime());
    project.endedAt = Math.max(project.endedAt, result.startTime.getTime() + result.duration);
    const file = relative(process.cwd(), test.location.file);
    this.#spentMs.set(file, (this.#spentMs.get(file) ?? 0) + result.duration);
    this.#done += 1;
    if (result.status !== "skipped" && result.status !== test.expectedStatus) this.#failed += 1;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${this.#progress()}\r`);
    if (result.status === "skipped") this.#skips.push({ test, reason: reasonOf(test) });
    else if (result.status !== test.expectedStatus) {
      print(`\nFAILED ${nameOf(test)}\n${result.errors.map(describeError).join("\n")}`);
    }
  }

  onError(error: TestError): void {
    this.#otherFailures += 1;
    print(`\nFAILED outside of any test\n${describeError(error)}`);
  }

  /** Shows what a long test prints itself. */
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult["status"] }> {
    clearInterval(this.#minutes);
    const tests = this.#suite?.allTests() ?? [];
    for (const test of tests) this.#projectOf(test)[KINDS[test.outcome()]] += 1;
    for (const { test, reason } of this.#skips) print(`SKIPPED ${nameOf(test)}\n  ${reason}`);
    this.#printSlowest();
    for (const [name, project] of this.#projects) {
      const seconds = ((project.endedAt - project.startedAt) / 1000).toFixed(1);
      if (project.endedAt > 0) print(`${name.padEnd(8)} ${describeCounts(project)} (${seconds} s)`);
    }
    const unlisted = process.env.CI ? this.#skips.filter(({ test }) => !isAllowedToSkip(test)) : [];
    for (const { test } of unlisted) print(`FAILED ${nameOf(test)}: skipped, but not in tests/allowed-skips.ts`);
    const counts: Counts = { passed: 0, failed: this.#otherFailures + unlisted.length, skipped: -unlisted.length };
    for (const project of this.#projects.values()) {
      for (const kind of ["passed", "failed", "skipped"] as const) counts[kind] += project[kind];
    }
    if (status !== "passed" && counts.failed === 0) counts.failed = 1;
    print(`\n${describeCounts(counts)}`);
    return { status: unlisted.length > 0 ? "failed" : status };
  }

  printsToStdio(): boolean {
    return true;
  }

  #progress(): string {
    const minutes = Math.round((performance.now() - this.#startedAt) / MINUTE_MS);
    return `${minutes} min: ${this.#done} of ${this.#suite?.allTests().length ?? 0} tests, ${this.#failed} failed`;
  }

  #printSlowest(): void {
    if (this.#spentMs.size <= SLOWEST) return;
    print(`\nThe ${SLOWEST} files whose tests took longest, one after another:`);
    const slowest = [...this.#spentMs].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    for (const [file, ms] of slowest) print(`  ${(ms / 1000).toFixed(0).padStart(4)} s  ${file}`);
    print("");
  }

  #projectOf(test: TestCase): Project {
    const name = test.parent.project()?.name ?? "";
    let project = this.#projects.get(name);
    if (!project) {
      project = { passed: 0, failed: 0, skipped: 0, startedAt: Number.POSITIVE_INFINITY, endedAt: 0 };
      this.#projects.set(name, project);
    }
    return project;
  }
}

const KINDS = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" } as const;

const isAllowedToSkip = (test: TestCase) => ALLOWED_SKIPS.some(({ title }) => title.test(test.title));

const reasonOf = (test: TestCase) => test.annotations.flatMap(({ description }) => description ?? []).join("\n");

function nameOf(test: TestCase): string {
  const { file, line } = test.location;
  return `${relative(process.cwd(), file)}:${line} ${test.titlePath().slice(3).join(" > ")}`;
}

const describeError = (error: TestError) =>
  [error.stack ?? error.message ?? error.value ?? "", error.snippet ?? ""].filter(Boolean).join("\n");

const describeCounts = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

const print = (text: string) =>
  void process.stdout.write(`${process.stdout.isTTY ? text : stripVTControlCharacters(text)}\n`);

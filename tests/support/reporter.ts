import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import type { Counts } from "./tally.ts";

/** Says nothing of what passes but what it says itself, all of what fails, why a test is left out, and leaves the counts for tests/run.ts. */
export default class CalmReporter implements Reporter {
  #suite: Suite | undefined;
  #otherFailures = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const place = `${relative(process.cwd(), test.location.file)}:${test.location.line}`;
    const title = test.titlePath().slice(3).join(" > ");
    if (result.status === "skipped") {
      const reasons = test.annotations.flatMap(({ description }) => description ?? []);
      print(`SKIPPED ${place} ${title}\n${reasons.join("\n")}`);
    } else if (result.status !== test.expectedStatus) {
      print(`FAILED ${place} ${title}\n${result.errors.map(describeError).join("\n")}`);
    }
  }

  onError(error: TestError): void {
    this.#otherFailures += 1;
    print(`FAILED outside of any test\n${describeError(error)}`);
  }

  /** What a long test says of itself. */
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onEnd({ status }: FullResult): void {
    const counts: Counts = { passed: 0, failed: this.#otherFailures, skipped: 0 };
    for (const test of this.#suite?.allTests() ?? []) counts[kindOf(test)] += 1;
    if (status !== "passed" && counts.failed === 0) counts.failed = 1;
    const file = process.env.TEST_COUNTS_FILE;
    if (file) writeFileSync(file, JSON.stringify(counts));
  }

  printsToStdio(): boolean {
    return true;
  }
}

const KINDS = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" } as const;

const kindOf = (test: TestCase): keyof Counts => KINDS[test.outcome()];

function describeError(error: TestError): string {
  return [error.stack ?? error.message ?? error.value ?? "", error.snippet ?? ""].filter(Boolean).join("\n");
}

function print(text: string): void {
  process.stdout.write(`\n${process.stdout.isTTY ? text : stripVTControlCharacters(text)}\n`);
}

import type { CaseResult, Figure } from "../case.ts";
import { factor, milliseconds } from "../report/number-words.ts";
import type { LoadFigures } from "./compare.ts";

type Goals = { cpuAtMost: number; throughputAtLeast?: number };
type Compared = { ours: LoadFigures; reference: LoadFigures };

/** What a comparison under load says, held against the goals. */
export function loadFigures({ ours, reference }: Compared, goals: Goals): CaseResult {
  const cpu = ours.cpuPerRequest / reference.cpuPerRequest;
  const throughput = ours.perSecond / reference.perSecond;
  const { cpuAtMost, throughputAtLeast } = goals;
  const perSecond: Figure = {
    what: "requests per second",
    ours: ours.perSecond.toFixed(0),
    reference: reference.perSecond.toFixed(0),
    ratio: throughput,
    goal: throughputAtLeast === undefined ? "" : `≥ ${factor(throughputAtLeast)}`,
    isMet: throughput >= (throughputAtLeast ?? 0),
  };
  return {
    figures: [
      {
        what: "CPU per request",
        ours: milliseconds(ours.cpuPerRequest),
        reference: milliseconds(reference.cpuPerRequest),
        ratio: cpu,
        goal: `≤ ${factor(cpuAtMost)}`,
        isMet: cpu <= cpuAtMost,
      },
      perSecond,
      shown("latency, median", ours.median, reference.median),
      shown("latency, p99", ours.p99, reference.p99),
    ],
    notes: [
      `The load generator took ${Math.round(ours.generatorLoad * 100)} % of a core against ours and ${Math.round(reference.generatorLoad * 100)} % against the reference.`,
    ],
  };
}

const shown = (what: string, ours: number, reference: number): Figure => ({
  what,
  ours: milliseconds(ours),
  reference: milliseconds(reference),
  ratio: ours / reference,
  goal: "",
  isMet: true,
});

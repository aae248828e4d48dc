import type { BenchCase, Row } from "../case.ts";
import { cpuRows, generatorNote, type Load, loadInTurn, ratioAtMost, shown } from "../load/in-turn.ts";
import { requestText } from "../load/job.ts";
import { factor } from "../report/number-words.ts";
import { startPair } from "../world/pair.ts";

const VISITORS = 500;
const CONNECTIONS = 32;
const MESSAGE = "And could it be here before the end of the month?";

export const send: BenchCase = {
  name: "send",
  title: `Visitor message into ${VISITORS} conversations, ${CONNECTIONS} connections`,
  run: async (progress) => {
    await using pair = await startPair(VISITORS);
    const { ours, reference, guests } = pair;
    const requestsOf = (isKeyed: boolean) =>
      guests.map(({ conversationId, token, visitorId }) =>
        requestText({
          method: "POST",
          path: `/public/conversations/${conversationId}/messages`,
          // The bare server reads no token.
          body: { message: MESSAGE, ...(!isKeyed && { senderId: visitorId }) },
          token,
          isKeyed,
        }),
      );
    const loads = await loadInTurn(
      {
        "with a key": { ...ours, requests: requestsOf(true) },
        "its reference": { ...reference, requests: requestsOf(true) },
        "without a key": { ...ours, requests: requestsOf(false) },
        "the bare server": { ...reference, requests: requestsOf(false) },
      },
      { connections: CONNECTIONS, status: 201, progress },
    );
    return {
      rows: [
        ...rowsOf("with a key", 2, loads["with a key"], loads["its reference"]),
        ...rowsOf("without a key", 2.5, loads["without a key"], loads["the bare server"]),
      ],
      notes: [generatorNote(loads)],
    };
  },
};

const THROUGHPUT_GOAL = 0.5;

function rowsOf(kind: string, cpuGoal: number, ours: Load, reference: Load): Row[] {
  const [own, database, both] = cpuRows(ours, reference);
  const ratio = ours.perSecond / reference.perSecond;
  const throughput: Row = {
    what: "requests per second",
    ours: ours.perSecond.toFixed(0),
    reference: reference.perSecond.toFixed(0),
    ratio,
    goal: `≥ ${factor(THROUGHPUT_GOAL)}`,
    isMet: ratio >= THROUGHPUT_GOAL,
  };
  const latency = shown("latency, p99", ours.p99, reference.p99);
  return [own, database, ratioAtMost(both, cpuGoal), throughput, latency].map((row) => ({
    ...row,
    what: `${kind}: ${row.what}`,
  }));
}

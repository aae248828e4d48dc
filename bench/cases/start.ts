import type { BenchCase } from "../case.ts";
import { cpuRows, generatorNote, loadInTurn, ratioAtMost, shown } from "../load/in-turn.ts";
import { requestText } from "../load/job.ts";
import { startPair } from "../world/pair.ts";

const VISITORS = 500;
const CONNECTIONS = 32;
const CPU_GOAL = 2;

export const start: BenchCase = {
  name: "start",
  title: "Start or reuse a conversation",
  run: async (progress) => {
    await using pair = await startPair(VISITORS);
    const { ours, reference, guests } = pair;
    const body = { message: "Is the small one still there?", pageUrl: "https://shop.example/chairs/3" };
    const requests = guests.map(({ token }) =>
      requestText({ method: "POST", path: "/public/conversations", body, token, isKeyed: true }),
    );
    const loads = await loadInTurn(
      { ours: { ...ours, requests }, reference: { ...reference, requests } },
      { connections: CONNECTIONS, status: 201, progress },
    );
    const [own, database, both] = cpuRows(loads.ours, loads.reference);
    return {
      rows: [own, database, ratioAtMost(both, CPU_GOAL), shown("latency, p99", loads.ours.p99, loads.reference.p99)],
      notes: [generatorNote(loads)],
    };
  },
};

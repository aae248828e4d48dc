import type { BenchCase } from "../case.ts";
import { cpuRows, generatorNote, loadInTurn, shown } from "../load/in-turn.ts";
import { requestText } from "../load/job.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { newGuests, newShop, SPREAD_OVER_DAYS } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const CONVERSATIONS = 200;
const CONNECTIONS = 16;
const CPU_GOAL_MS = 1.2;

export const inbox: BenchCase = {
  name: "inbox",
  title: "Inbox, 50 rows",
  run: async (progress) => {
    await using database = await openMeasuredDatabase();
    await using server = await startOurs(database.url);
    const { siteKey, token } = await newShop(server.baseUrl);
    await newGuests(server.baseUrl, siteKey, CONVERSATIONS);
    await database.query(SPREAD_OVER_DAYS);
    const requests = [requestText({ method: "GET", path: "/conversations?limit=50", token })];
    const loads = await loadInTurn(
      { ours: { server, database, requests } },
      { connections: CONNECTIONS, status: 200, progress },
    );
    const { ours } = loads;
    const [own, postgres, both] = cpuRows(ours);
    return {
      rows: [
        own,
        postgres,
        { ...both, goal: `≤ ${CPU_GOAL_MS} ms`, isMet: ours.bothCpu <= CPU_GOAL_MS },
        shown("latency, p99", ours.p99),
      ],
      notes: [generatorNote(loads)],
    };
  },
};

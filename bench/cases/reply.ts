import type { BenchCase } from "../case.ts";
import { cpuRows, generatorNote, loadInTurn, ratioAtMost, shown } from "../load/in-turn.ts";
import { requestText } from "../load/job.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { newGuests, newShop } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const VISITORS = 500;
const CONNECTIONS = 32;
const CPU_GOAL = 1.5;

/** Messages that begin and end turns, which write to indexes, next to messages that continue one. */
export const reply: BenchCase = {
  name: "reply",
  title: `Visitor message and reply in ${VISITORS} conversations, against messages alone`,
  run: async (progress) => {
    await using database = await openMeasuredDatabase();
    await using server = await startOurs(database.url);
    const { token: owner, siteKey } = await newShop(server.baseUrl);
    const guests = await newGuests(server.baseUrl, siteKey, VISITORS);
    const send = (path: string, token: string) =>
      requestText({
        method: "POST",
        path,
        body: { message: "Before the end of the month, yes." },
        token,
        isKeyed: true,
      });
    const messages = guests.map(({ conversationId, token }) =>
      send(`/public/conversations/${conversationId}/messages`, token),
    );
    const replies = guests.map(({ conversationId }) => send(`/conversations/${conversationId}/messages`, owner));
    const loads = await loadInTurn(
      {
        turns: { server, database, requests: [...messages, ...replies] },
        messages: { server, database, requests: messages },
      },
      { connections: CONNECTIONS, status: 201, progress },
    );
    const [own, inDatabase, both] = cpuRows(loads.turns, loads.messages);
    const latency = shown("latency, p99", loads.turns.p99, loads.messages.p99);
    return {
      rows: [own, inDatabase, ratioAtMost(both, CPU_GOAL), latency],
      notes: [generatorNote(loads)],
    };
  },
};

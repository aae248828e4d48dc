import type { BenchCase } from "../case.ts";
import { compareUnderLoad } from "../load/compare.ts";
import { requestText } from "../load/job.ts";
import { loadFigures } from "../load/load-figures.ts";
import { startPair } from "../world/pair.ts";
import { newGuests, newShop } from "../world/people.ts";

const VISITORS = 500;
const CONNECTIONS = 32;

export const startConversation: BenchCase = {
  name: "start-conversation",
  title: "Start or reuse a conversation",
  run: async (progress) => {
    await using pair = await startPair();
    const { ours, reference } = pair;
    const { siteKey } = await newShop(ours.baseUrl);
    const guests = await newGuests(ours.baseUrl, siteKey, VISITORS);
    const requests = guests.map(({ token }) =>
      requestText({
        method: "POST",
        path: "/public/conversations",
        token,
        body: { message: "Is the small one still there?", pageUrl: "https://shop.example/chairs/3" },
        isKeyed: true,
      }),
    );
    const compared = await compareUnderLoad({
      ours: { server: ours, requests },
      reference: { server: reference, requests },
      load: { connections: CONNECTIONS, status: 201 },
      progress,
    });
    return loadFigures(compared, { cpuAtMost: 2, throughputAtLeast: 0.5 });
  },
};

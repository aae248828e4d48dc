import type { BenchCase } from "../case.ts";
import { compareUnderLoad } from "../load/compare.ts";
import { requestText } from "../load/job.ts";
import { loadFigures } from "../load/load-figures.ts";
import { startPair } from "../world/pair.ts";
import { newGuests, newShop } from "../world/people.ts";

const CONVERSATIONS = 200;
const CONNECTIONS = 16;

export const inbox: BenchCase = {
  name: "inbox",
  title: "Inbox, 50 rows",
  run: async (progress) => {
    await using pair = await startPair();
    const { ours, reference } = pair;
    const { siteKey, token } = await newShop(ours.baseUrl);
    await newGuests(ours.baseUrl, siteKey, CONVERSATIONS);
    const requests = [requestText({ method: "GET", path: "/conversations?limit=50", token })];
    const compared = await compareUnderLoad({
      ours: { server: ours, requests },
      reference: { server: reference, requests },
      load: { connections: CONNECTIONS, status: 200 },
      progress,
    });
    return loadFigures(compared, { cpuAtMost: 2.5 });
  },
};

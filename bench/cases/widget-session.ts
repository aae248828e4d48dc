import type { BenchCase } from "../case.ts";
import { compareUnderLoad } from "../load/compare.ts";
import { requestText } from "../load/job.ts";
import { loadFigures } from "../load/load-figures.ts";
import { startPair } from "../world/pair.ts";
import { newGuests, newShop } from "../world/people.ts";

const RETURNING = 100;
const CONNECTIONS = 32;

export const widgetSession: BenchCase = {
  name: "widget-session",
  title: "Widget session, half of the visitors new, half with a conversation",
  run: async (progress) => {
    await using pair = await startPair();
    const { ours, reference } = pair;
    const { siteKey } = await newShop(ours.baseUrl);
    const guests = await newGuests(ours.baseUrl, siteKey, RETURNING);
    const open = (body: object) => requestText({ method: "POST", path: "/public/widget-session", body });
    const requests = guests.flatMap(({ visitorToken }) => [open({ siteKey }), open({ siteKey, visitorToken })]);
    const compared = await compareUnderLoad({
      ours: { server: ours, requests },
      reference: { server: reference, requests },
      // Odd, so that each connection sends both kinds.
      load: { connections: CONNECTIONS - 1, status: 201 },
      progress,
    });
    return loadFigures(compared, { cpuAtMost: 2 });
  },
};

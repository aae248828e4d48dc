import type { BenchCase } from "../case.ts";
import { compareUnderLoad } from "../load/compare.ts";
import { requestText } from "../load/job.ts";
import { loadFigures } from "../load/load-figures.ts";
import { startPair } from "../world/pair.ts";
import { newGuests, newShop } from "../world/people.ts";

const CONVERSATIONS = 500;
const CONNECTIONS = 32;

/** With the idempotency key that the widget sends. */
export const send: BenchCase = {
  name: "send",
  title: `Visitor message into ${CONVERSATIONS} conversations, ${CONNECTIONS} connections`,
  run: async (progress) => {
    await using pair = await startPair();
    const { ours, reference } = pair;
    const { siteKey } = await newShop(ours.baseUrl);
    const guests = await newGuests(ours.baseUrl, siteKey, CONVERSATIONS);
    const requests = guests.map(({ token, conversationId }) =>
      requestText({
        method: "POST",
        path: `/public/conversations/${conversationId}/messages`,
        token,
        body: { message: "And could it be here before the end of the month?" },
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

import type { BenchCase } from "../case.ts";
import { compareUnderLoad } from "../load/compare.ts";
import { requestText } from "../load/job.ts";
import { loadFigures } from "../load/load-figures.ts";
import { startPair } from "../world/pair.ts";
import { type Guest, newGuests, newShop } from "../world/people.ts";

export const VISITORS = 500;
export const CONNECTIONS = 32;

type Post = { path: string; body: object };

/** A case in which visitors, who all have a conversation, post messages, each with the idempotency key that the widget sends. */
export const postCase = (name: string, title: string, postOf: (guest: Guest) => Post): BenchCase => ({
  name,
  title,
  run: async (progress) => {
    await using pair = await startPair();
    const { ours, reference } = pair;
    const { siteKey } = await newShop(ours.baseUrl);
    const guests = await newGuests(ours.baseUrl, siteKey, VISITORS);
    const requests = guests.map((guest) =>
      requestText({ method: "POST", ...postOf(guest), token: guest.token, isKeyed: true }),
    );
    const compared = await compareUnderLoad({
      ours: { server: ours, requests },
      reference: { server: reference, requests },
      load: { connections: CONNECTIONS, status: 201 },
      progress,
    });
    return loadFigures(compared, { cpuAtMost: 2, throughputAtLeast: 0.5 });
  },
});

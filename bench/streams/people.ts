import { newGuests, newShop } from "../world/people.ts";
import type { Sender, StreamToOpen } from "./words.ts";

export type StreamPeople = { streams: StreamToOpen[]; senders: Sender[] };

/** Owners with visitors who have written: their streams, and how each of them sends. Half of the senders are owners. */
export async function makeStreamPeople(baseUrl: string, owners: number, visitors: number): Promise<StreamPeople> {
  const streams: StreamToOpen[] = [];
  const senders: Sender[] = [];
  for (let owner = 0; owner < owners; owner += 1) {
    const shop = await newShop(baseUrl);
    streams.push({ path: "/events", token: shop.token, side: "owner" });
    for (const { token, conversationId } of await newGuests(baseUrl, shop.siteKey, visitors)) {
      streams.push({ path: "/public/events", token, side: "visitor" });
      senders.push(
        { path: `/public/conversations/${conversationId}/messages`, token, side: "visitor" },
        { path: `/conversations/${conversationId}/messages`, token: shop.token, side: "owner" },
      );
    }
  }
  return { streams, senders };
}

import { callApi } from "#components/api/call-api.ts";
import type { DeliveryDetailJson } from "#lib/outbox/webhooks/schema.ts";

const EVERY_MS = 700;
// An attempt takes at most 15 s, plus a moment until it starts.
const PATIENCE_MS = 20_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls a delivery until it has that many attempts, or too much time has passed. Returns it, or an error message. */
export async function followDelivery(path: string, attempts: number): Promise<DeliveryDetailJson | string> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await callApi<{ delivery: DeliveryDetailJson }>(path);
    if (!result.ok) return result.problem.words;
    const { delivery } = result.value;
    if (delivery.attempts >= attempts || Date.now() > until) return delivery;
    await pause(EVERY_MS);
  }
}

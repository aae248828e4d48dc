import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { TestDeliveryJson } from "#lib/deliveries/schema.ts";

const ASK_EVERY_MS = 700;
/** A worker should have started by then. */
export const LONG_MS = 10_000;
const WATCHED_MS = 60_000;

export type Watched = { delivery?: TestDeliveryJson; problem?: string; isLong: boolean; isOver: boolean };

const isUnderWay = ({ mail, webhooks }: TestDeliveryJson) =>
  [mail, ...webhooks].some(({ state }) => state === "pending");

/** Polls the delivery of a test message, for a minute or until everything is delivered. */
export function useTestDelivery(siteId: string, messageId: string): Watched {
  const [watched, setWatched] = useState<Watched>({ isLong: false, isOver: false });
  useEffect(() => {
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async () => {
      const result = await callApi<{ delivery: TestDeliveryJson }>(`/sites/${siteId}/test-message/${messageId}`);
      if (isGone) return;
      const spent = performance.now() - startedAt;
      const isOver = spent > WATCHED_MS || (result.ok && !isUnderWay(result.value.delivery));
      const news = result.ok ? { delivery: result.value.delivery } : { problem: result.problem.words };
      setWatched(({ delivery }) => ({ ...(delivery && { delivery }), ...news, isLong: spent > LONG_MS, isOver }));
      if (!isOver) timer = setTimeout(ask, ASK_EVERY_MS);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [siteId, messageId]);
  return watched;
}

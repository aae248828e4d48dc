import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { changeBus } from "#lib/base/changes/publish-change.ts";
import { liveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { probeToken } from "#platform/crypto/keys.ts";
import { env } from "#platform/env.ts";
import type { Check } from "../check.ts";
import { reasonOf } from "../words.ts";

const ARRIVES_WITHIN_MS = 5_000;
const STREAMS_PER_PROCESS = 3;
const ADVICE =
  "Restart this host's service, and look at the log. Until then, the inbox and the widget fetch every few seconds.";

/** Whether a change gets from one process to a stream: a probe, through the database or Redis, over HTTP. */
export const liveUpdatesCheck: Check = {
  name: "live-updates",
  everySeconds: 60,
  isOfHost: true,
  by: "web",
  async find(signal) {
    const late = new AbortController();
    const stop = () => late.abort();
    const timer = setTimeout(stop, ARRIVES_WITHIN_MS);
    signal.addEventListener("abort", stop, { once: true });
    const started = performance.now();
    try {
      await sendProbe(late.signal);
    } catch (error) {
      const reason = late.signal.aborted ? "it didn't arrive within five seconds" : reasonOf(error);
      if (liveUpdates().isCutOff()) {
        const through = env().REDIS_URL === undefined ? "the database" : "Redis";
        const says = `This process doesn't hear of the others' changes, because ${through} can't be reached.`;
        return { state: "failing", says, todo: ADVICE };
      }
      return { state: "failing", says: `A test event was lost: ${reason}.`, todo: ADVICE };
    } finally {
      clearTimeout(timer);
      // Streams that were opened, if another one wasn't.
      late.abort();
      signal.removeEventListener("abort", stop);
    }
    return { state: "good", says: `A test event arrived after ${Math.round(performance.now() - started)} ms.` };
  },
};

// Of several processes on one port, the kernel chooses one for each connection. With so many, most of them are asked.
async function sendProbe(signal: AbortSignal): Promise<void> {
  const { WEB_CONCURRENCY } = env();
  const count = WEB_CONCURRENCY === 1 ? 1 : WEB_CONCURRENCY * STREAMS_PER_PROCESS;
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(signal)));
  try {
    const id = randomUUID();
    const heard = streams.map((stream) => waitFor(stream, id));
    await Promise.all([changeBus().echo({ kind: "probe", id }), ...heard]);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

async function waitFor(stream: IncomingMessage, id: string): Promise<void> {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    text += String(chunk);
    if (text.includes(id)) return;
  }
  throw new Error("the stream ended");
}

function openStream(signal: AbortSignal): Promise<IncomingMessage> {
  const { HOST, PORT } = env();
  const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
  return new Promise((resolve, reject) => {
    get({
      host,
      port: PORT,
      path: "/health/stream",
      agent: false,
      signal,
      headers: { Authorization: `Bearer ${probeToken()}` },
    })
      .on("response", (response) =>
        response.statusCode === 200
          ? resolve(response)
          : reject(new Error(`the stream was refused (${response.statusCode})`)),
      )
      .on("error", reject);
  });
}

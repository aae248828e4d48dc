import { setTimeout as pause } from "node:timers/promises";
import { LoadConnection } from "../load/connection.ts";
import { requestText } from "../load/job.ts";
import { markedText } from "./marks.ts";
import { type Moment, type Sender, type Sent, sharedNow, type Task } from "./words.ts";

// A prime, so that adjacent entries of the list don't follow each other.
const STRIDE = 7919;

let lastNumber = 0;

/** Sends messages at an even pace, whether or not the last one got a response. */
export async function sendSteadily({ port, perSecond, seconds, senders }: Task & { kind: "send" }): Promise<Sent> {
  const idle: LoadConnection[] = [];
  const sentAt: Moment[] = [];
  const sending: Promise<void>[] = [];
  const tookMs: number[] = [];
  let failures = 0;
  const sendOne = async (number: number, { path, token }: Sender) => {
    const startedAt = sharedNow();
    const text = requestText({ method: "POST", path, token, body: { message: markedText(number) } });
    try {
      const connection = idle.pop() ?? (await LoadConnection.open(port));
      const response = await connection.ask(Buffer.from(text));
      if (response.toString("latin1", 9, 12) !== "201") throw new Error(response.toString());
      sentAt.push([number, startedAt]);
      idle.push(connection);
      tookMs.push(sharedNow() - startedAt);
    } catch {
      failures += 1;
    }
  };

  const started = performance.now();
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const wait = started + (at / perSecond) * 1000 - performance.now();
    if (wait > 0) await pause(wait);
    lastNumber += 1;
    const sender = senders[(lastNumber * STRIDE) % senders.length];
    if (sender) sending.push(sendOne(lastNumber, sender));
  }
  await Promise.all(sending);
  for (const connection of idle) connection.close();
  const slowestMs = tookMs.reduce((slowest, ms) => Math.max(slowest, ms), 0);
  return { sentAt, tookMs, slowestMs, failures, seconds: (performance.now() - started) / 1000 };
}

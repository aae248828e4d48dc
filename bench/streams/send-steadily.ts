import { setTimeout as pause } from "node:timers/promises";
import { LoadConnection } from "../load/connection.ts";
import { requestText } from "../load/job.ts";
import { markedText } from "./marks.ts";
import type { StreamCrowd } from "./stream-crowd.ts";
import type { Sender, Sent } from "./words.ts";

const HEARD_WITHIN_MS = 15_000;

type Steadily = { port: number; perSecond: number; seconds: number; senders: Sender[] };

/** Sends messages at an even pace, whether or not the last one got a response, and waits until all arrived. */
export async function sendSteadily(crowd: StreamCrowd, { port, perSecond, seconds, senders }: Steadily): Promise<Sent> {
  const idle: LoadConnection[] = [];
  const sentAt = new Map<number, number>();
  const answers: Promise<void>[] = [];
  const sendOne = async (number: number, { path, token, side }: Sender) => {
    const connection = idle.pop() ?? (await LoadConnection.open(port));
    const body = { message: markedText(side, number) };
    const request = Buffer.from(requestText({ method: "POST", path, token, body }));
    sentAt.set(number, performance.now());
    const answer = await connection.ask(request);
    if (!answer.subarray(0, 12).equals(CREATED)) throw new Error(`a message got the response ${answer}`);
    idle.push(connection);
  };

  const started = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = started + (number / perSecond) * 1000;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const sender = senders[(number * STRIDE) % senders.length];
    if (sender) answers.push(sendOne(number, sender));
  }
  await Promise.all(answers);
  const took = performance.now() - started;
  const until = performance.now() + HEARD_WITHIN_MS;
  while (crowd.heard.size < sentAt.size && performance.now() < until) await pause(10);
  for (const connection of idle) connection.close();
  const latencies = [...crowd.heard].map(([number, at]) => at - (sentAt.get(number) ?? Number.NaN));
  return { latencies, sent: sentAt.size, heard: crowd.heard.size, seconds: took / 1000 };
}

const CREATED = Buffer.from("HTTP/1.1 201");
// A prime, so that adjacent entries of the list don't follow each other.
const STRIDE = 7919;

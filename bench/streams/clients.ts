import { sendSteadily } from "./send-steadily.ts";
import { StreamCrowd } from "./stream-crowd.ts";
import type { Task } from "./words.ts";

// Some of the clients of the event streams, in a process of their own.
const crowd = new StreamCrowd();

async function perform(task: Task): Promise<unknown> {
  if (task.kind === "open") return crowd.open(task);
  if (task.kind === "send") return sendSteadily(task);
  if (task.kind === "return") return crowd.allBack();
  if (task.kind === "cut") return crowd.cut();
  if (task.kind === "heard") return [...crowd.heard];
  return crowd.close();
}

process.on("message", async (task) => {
  try {
    process.send?.({ result: await perform(task as Task) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});

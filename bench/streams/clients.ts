import { sendSteadily } from "./send-steadily.ts";
import { StreamCrowd } from "./stream-crowd.ts";
import type { Task } from "./words.ts";

// The clients of the event streams, in a process of their own.
const crowd = new StreamCrowd();
let port = 0;

async function perform(task: Task): Promise<unknown> {
  if (task.kind === "open") {
    port = task.port;
    return crowd.open(port, task.streams);
  }
  if (task.kind === "send") return sendSteadily(crowd, { ...task, port });
  if (task.kind === "return") return crowd.allBack();
  return crowd.close();
}

process.on("message", async (task) => {
  try {
    process.send?.({ result: await perform(task as Task) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});

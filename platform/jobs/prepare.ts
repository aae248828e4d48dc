import { createBoss, type ExecuteSql } from "./boss.ts";
import { DEAD_LETTERS, deadLetterOf, QUEUE_NAMES, RETRIES } from "./queues.ts";

/** Creates or upgrades the job queue's tables and queues. Several processes may do so at once. */
export async function prepareQueues(executeSql: ExecuteSql): Promise<void> {
  const boss = createBoss(executeSql, { supervise: false });
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const queue of QUEUE_NAMES) {
      const deadLetter = deadLetterOf(queue);
      for (const { name, ...options } of [
        { name: deadLetter, ...DEAD_LETTERS },
        { name: queue, deadLetter, ...RETRIES },
      ]) {
        if (known.has(name)) await boss.updateQueue(name, options);
        else await boss.createQueue(name, options);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

import { openDataSets } from "./world/data-sets.ts";

const sets = await openDataSets((w) => process.stdout.write(`${new Date().toISOString()} ${w}\n`));
await sets[Symbol.asyncDispose]();
process.exit(0);

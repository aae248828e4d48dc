import type { Check } from "../check.ts";
import { countTraffic } from "../traffic-counts.ts";

const SHOWN = 4;

/** Which limits have refused requests of late. That's what they're for, so it's never a failure. */
export const limits: Check = {
  name: "limits",
  everySeconds: 300,
  async find() {
    const counts = [...(await countTraffic("limit "))];
    if (counts.length === 0) return { state: "good", says: "No limit was reached in the last two hours." };
    const words = counts.slice(0, SHOWN).map(([name, count]) => `${name} ${count.toLocaleString("en")} times`);
    return { state: "good", says: `Reached in the last two hours: ${words.join(", ")}.` };
  },
};

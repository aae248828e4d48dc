import { activityCopy } from "#components/catalogs/activity.tsx";
import type { ActivityJson } from "#lib/base/activity/schema.ts";
import { sizeWords } from "#platform/size-words.ts";

const list = new Intl.ListFormat("en", { type: "unit" });

/** Returns what an entry says was deleted, such as "2 conversations, 14 messages, 3 files (2.1 MB)". Undefined if it doesn't. */
export function removedWords(data: ActivityJson["data"]): string | undefined {
  const countOf = (name: string) => (typeof data[name] === "number" ? data[name] : 0);
  const { conversations, messages, notes, files } = activityCopy.removed;
  const counted = [
    [countOf("conversations"), conversations],
    [countOf("messages"), messages],
    [countOf("notes"), notes],
    [countOf("files"), (count: number) => files(count, sizeWords(countOf("bytes")))],
  ] as const;
  const parts = counted.filter(([count]) => count > 0).map(([count, words]) => words(count));
  return parts.length > 0 ? list.format(parts) : undefined;
}

import { sitesCopy } from "#components/catalogs/sites.tsx";

/** What is wrong with a list of blocked words: the API names each by its place in the list. */
export function wordsError(fields: Record<string, string>, words: readonly string[]): string | undefined {
  const [path, message] = Object.entries(fields)[0] ?? [];
  if (path === undefined || message === undefined) return undefined;
  const word = words[Number(path.split(".")[1] ?? Number.NaN)];
  return word === undefined ? message : sitesCopy.wordError(word, message);
}

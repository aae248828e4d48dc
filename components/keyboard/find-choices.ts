/** An entry of the command menu. */
export type Choice = {
  id: string;
  group: string;
  label: string;
  /** More text to search and show, such as an email address. */
  detail?: string | undefined;
  /** The key that does the same. */
  shortcut?: string;
  run: () => void;
};

// Search ignores accents and case: "jose" finds "José".
const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the choices that contain every word of the query, limited per group. Choices that start with it come first. */
export function findChoices(choices: readonly Choice[], query: string, groupMax: number): Choice[] {
  const wanted = plain(query).trim();
  const words = wanted.split(/\s+/).filter(Boolean);
  const found = choices.filter(({ label, detail = "" }) => {
    const text = plain(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
  const counts = new Map<string, number>();
  return found
    .toSorted((one, other) => rank(one, wanted) - rank(other, wanted))
    .filter(({ group }) => {
      const count = (counts.get(group) ?? 0) + 1;
      counts.set(group, count);
      return count <= groupMax;
    });
}

const rank = ({ label }: Choice, wanted: string) => (plain(label).startsWith(wanted) ? 0 : 1);

/** Groups the choices, in the order the groups first appear. */
export function groupChoices(choices: readonly Choice[]): { group: string; choices: Choice[] }[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups].map(([group, members]) => ({ group, choices: members }));
}

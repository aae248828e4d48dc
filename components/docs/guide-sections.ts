import { docsCopy } from "#components/catalogs/docs.tsx";

export type GuideBlock = { kind: "text" | "code"; text: string };
export type GuideSection = { id: string; title: string; blocks: GuideBlock[] };

const FENCE = /```\n([\s\S]*?)```/g;

function blocksOf(text: string): GuideBlock[] {
  // Every second piece was inside a fence.
  return text.split(FENCE).flatMap((piece, at): GuideBlock[] => {
    if (at % 2 === 1) return [{ kind: "code", text: piece.trim() }];
    const paragraphs = piece.split("\n\n").map((one) => one.trim());
    return paragraphs.filter(Boolean).map((one) => ({ kind: "text", text: one }));
  });
}

/** Splits the document's introduction by its headings. The part before the first is called Basics. */
export function guideSections(markdown: string, baseUrl: string): GuideSection[] {
  const [before = "", ...sections] = markdown.replaceAll("$BASE", baseUrl).split(/^## /m);
  const titled = sections.map((section): [string, string] => {
    const [title = "", ...rest] = section.split("\n");
    return [title, rest.join("\n")];
  });
  return [
    { id: "basics", title: docsCopy.basics, blocks: blocksOf(before) },
    ...titled.map(([title, text]) => ({ id: title.toLowerCase().replaceAll(" ", "-"), title, blocks: blocksOf(text) })),
  ];
}

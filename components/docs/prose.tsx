import { CodeBlock } from "./code-block.tsx";
import type { GuideBlock } from "./guide-sections.ts";

/** Renders text with code between backticks. */
export function InlineText({ text }: { text: string }) {
  return text.split("`").map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
      <code key={at} className="rounded bg-sunken px-1 py-0.5 font-mono text-sm">
        {piece}
      </code>
    ) : (
      piece
    ),
  );
}

export function Prose({ blocks }: { blocks: GuideBlock[] }) {
  return (
    <div className="mt-3 grid max-w-160 gap-3 *:min-w-0">
      {blocks.map(({ kind, text }) =>
        kind === "code" ? (
          <CodeBlock key={text}>{text}</CodeBlock>
        ) : (
          <p key={text} className="text-pretty">
            <InlineText text={text} />
          </p>
        ),
      )}
    </div>
  );
}

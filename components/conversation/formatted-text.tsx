import { memo, type ReactNode, useMemo } from "react";
import { parseText } from "#platform/formatted-text/parse.ts";
import type { Block, Inline } from "#platform/formatted-text/tree.ts";

/**
 * A message with its formatting. What `mention` matches is a mention. Each block has a direction of its own, and links
 * and code too, so that they read as they are.
 */
export const FormattedText = memo(function FormattedText({
  text,
  mention,
}: {
  text: string;
  mention?: string | undefined;
}) {
  const blocks = useMemo(() => parseText(text, mention), [text, mention]);
  return <div className="formatted">{keyed(blocks, renderBlock)}</div>;
});

/** Renders parts of a text, which have no other key than their place, and never move. */
const keyed = <T,>(parts: readonly T[], render: (part: T, key: number) => ReactNode) => parts.map(render);

function renderBlock(block: Block, key: number): ReactNode {
  if (block.kind === "code-block") {
    return (
      <pre key={key} dir="ltr">
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === "list") {
    const items = keyed(block.items, (item, at) => <li key={at}>{renderInlines(item)}</li>);
    const isOrdered = block.start !== undefined;
    return isOrdered ? (
      <ol key={key} dir="auto" start={block.start}>
        {items}
      </ol>
    ) : (
      <ul key={key} dir="auto">
        {items}
      </ul>
    );
  }
  const Tag = block.kind === "quote" ? "blockquote" : "p";
  return (
    <Tag key={key} dir="auto">
      {renderInlines(block.children)}
    </Tag>
  );
}

const renderInlines = (pieces: readonly Inline[]): ReactNode => keyed(pieces, renderInline);

function renderInline(piece: Inline, key: number): ReactNode {
  if (typeof piece === "string") return piece;
  if (piece.kind === "strong") return <strong key={key}>{renderInlines(piece.children)}</strong>;
  if (piece.kind === "emphasis") return <em key={key}>{renderInlines(piece.children)}</em>;
  if (piece.kind === "mention") {
    return (
      <bdi key={key} className="font-semibold">
        {piece.text}
      </bdi>
    );
  }
  if (piece.kind === "code") {
    return (
      <code key={key} dir="ltr">
        {piece.text}
      </code>
    );
  }
  const { href, host, children } = piece;
  return (
    <span key={key}>
      <a
        href={href}
        dir={host === undefined ? "ltr" : "auto"}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline decoration-edge underline-offset-3 hover:decoration-current"
      >
        {renderInlines(children)}
      </a>
      {host !== undefined && (
        <>
          {" "}
          <bdi dir="ltr">({host})</bdi>
        </>
      )}
    </span>
  );
}

/** @jsxImportSource preact */
import { isFewEmoji } from "./emoji.ts";
import { splitLinks } from "./links.ts";

/** A text with its own direction, line breaks, and links. */
export function MessageText({ text }: { text: string }) {
  return (
    <div class={isFewEmoji(text) ? "text large" : "text"} dir="auto">
      {splitLinks(text).map((part) =>
        part.href ? (
          <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}

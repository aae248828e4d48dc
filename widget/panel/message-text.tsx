/** @jsxImportSource preact */
import { isFewEmoji } from "./emoji.ts";
import { splitLinks } from "./links.ts";

/** A text as its writer meant it: own direction, own line breaks, and web addresses that can be followed. */
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

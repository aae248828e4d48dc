/** @jsxImportSource preact */
import type { ChatState } from "./chat-state.ts";
import type { Drawn } from "./details.tsx";
import type { ListItem } from "./groups.ts";

type Props = { text: string; item?: ListItem; details: ChatState["details"] };

/** A text with its own direction and line breaks, and with links, formatting and files once their code is loaded. */
export function MessageText({ text, item, details }: Props) {
  const { content = text, isLarge }: Drawn = details?.formatText(text, item) ?? {};
  return (
    <div class={isLarge ? "text large" : "text"} dir="auto">
      {content}
    </div>
  );
}

/** @jsxImportSource preact */
import type { ChatState } from "./chat-state.ts";

type Props = { text: string; details: ChatState["details"] };

/** A text with its own direction and line breaks, and with links once their code is loaded. */
export function MessageText({ text, details }: Props) {
  const { content = text, isLarge } = details?.formatText(text) ?? {};
  return (
    <div class={isLarge ? "text large" : "text"} dir="auto">
      {content}
    </div>
  );
}

/** @jsxImportSource preact */
import { say } from "./words.ts";

/** Shows that the other side is typing. */
export function TypingDots({ name }: { name: string }) {
  return (
    <div class="group">
      <div class="message">
        <div class="bubble typing">
          <span class="sr-only">{say("typing", { name })}</span>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}

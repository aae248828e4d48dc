/** @jsxImportSource preact */
import type { Message } from "#client/live-event.ts";
import { createCalls } from "./calls.ts";
import type { Panel } from "./details.tsx";
import { TAKE_BACK_WORDS, type TakeBackWords } from "./take-back-words.ts";

/*
 * The build makes this a part of its own, loaded once there's a message of the visitor's that no one has read. It draws with the
 * panel's Preact (part-jsx.ts).
 */

const words = (TAKE_BACK_WORDS[siteInboxWords?.language ?? ""] ?? TAKE_BACK_WORDS.en) as TakeBackWords;

type Step = "sure" | "running" | "read" | "failed" | "done";

/** The message that was last asked about, and how far that is. */
let asked: { id: string; step: Step } | undefined;

// The log, because the button is gone, and a text field would open a phone's keyboard.
const focusLog = () => document.querySelector<HTMLElement>(".log")?.focus();
const focus = (button: HTMLElement | null) => button?.focus();

async function takeBack({ id, conversationId }: Message, { entrance, redraw }: Panel): Promise<void> {
  if (asked?.step === "running") return;
  const show = (step: Step) => {
    asked = { id, step };
    redraw();
  };
  show("running");
  const call = createCalls(entrance);
  const result = await call({ path: `/public/conversations/${conversationId}/messages/${id}`, method: "DELETE" });
  // One that isn't there has been deleted. The stream brings what's left.
  if (result.ok || result.problem.status === 404) {
    show("done");
    focusLog();
  } else show(result.problem.status === 409 ? "read" : "failed");
}

/** The button that takes the visitor's newest message back, and asks before it does. */
export function drawTakeBack(message: Message, panel: Panel) {
  const step = asked?.id === message.id ? asked.step : undefined;
  if (step === "done") return null;
  if (!step) {
    const begin = () => {
      asked = { id: message.id, step: "sure" };
      panel.redraw();
    };
    return (
      <p class="meta problem-actions" aria-live="off">
        <button type="button" class="text-button" onClick={begin}>
          {words.take}
        </button>
      </p>
    );
  }
  const cancel = () => {
    asked = undefined;
    panel.redraw();
    focusLog();
  };
  return (
    <p class="meta problem-actions">
      <span role="status">{words[step === "running" ? "sure" : step]}</span>
      {step !== "read" && (
        <>
          <button
            type="button"
            class="text-button"
            aria-disabled={step === "running"}
            onClick={() => void takeBack(message, panel)}
          >
            {words.yes}
          </button>
          <button type="button" class="text-button" ref={focus} onClick={cancel}>
            {words.no}
          </button>
        </>
      )}
    </p>
  );
}

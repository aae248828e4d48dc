/** @jsxImportSource preact */
import type { SentTranscript } from "#lib/desk/transcripts/schema.ts";
import { createCalls } from "./calls.ts";
import type { Panel } from "./details.tsx";
import { EMAIL_COPY_WORDS, type EmailCopyWords } from "./email-copy-words.ts";
import { Line } from "./icons.tsx";
import type { Problem } from "./problem.ts";

/*
 * The build makes this a part of its own, loaded with the conversation of a visitor whose email is known, if replies can be emailed
 * to them. It draws with the panel's Preact (part-jsx.ts).
 */

const LETTER = "M4 6h16v12H4zM4 7l8 6 8-6";

const words = (EMAIL_COPY_WORDS[siteInboxWords?.language ?? ""] ?? EMAIL_COPY_WORDS.en) as EmailCopyWords;

let isRunning = false;
/** The conversation that a copy was last asked of, and what came of it. */
let asked: { id: string; outcome?: keyof EmailCopyWords } | undefined;

/** From here on, a limit is that of a day. */
const LONG_S = 3600;

const outcomeOf = ({ status, retryAfter }: Problem): keyof EmailCopyWords =>
  status === 409 ? "none" : status === 429 && retryAfter >= LONG_S ? "limit" : "failed";

async function ask(id: string, { entrance, redraw }: Panel): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  asked = { id };
  redraw();
  const call = createCalls(entrance);
  const result = await call<SentTranscript>({ path: `/public/conversations/${id}/transcript`, method: "POST" });
  isRunning = false;
  asked = { id, outcome: result.ok ? result.value.sentTo : outcomeOf(result.problem) };
  redraw();
}

/** Emails the visitor their conversation. */
export const drawButton = (id: string, panel: Panel) => (
  <button
    type="button"
    class="icon-button"
    aria-label={words.ask}
    title={words.ask}
    aria-disabled={isRunning}
    onClick={() => void ask(id, panel)}
  >
    <Line line={LETTER} size={20} />
  </button>
);

/** Says what came of it. */
export const drawOutcome = ({ id }: { id: string }) => (
  <p class="day" role="status">
    {asked?.id === id && asked?.outcome && words[asked.outcome]}
  </p>
);

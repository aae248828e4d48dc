/** @jsxImportSource preact */
import type { TargetedEvent } from "preact";
import type { Ratable } from "#lib/desk/ratings/schema.ts";
import type { RatingWords } from "../words/en.ts";
import type { ChatState } from "./chat-state.ts";
import type { Panel } from "./details.tsx";
import { Line } from "./icons.tsx";
import type { say as panelSay } from "./words.ts";

/*
 * The build makes this a part of its own for each language, loaded when there's a conversation to rate. It draws with the
 * panel's Preact (part-jsx.ts).
 */

declare global {
  /** The texts in one language, inserted by the build. */
  const RATING_WORDS: RatingWords;
}

const STYLE = `
.rate{display:grid;gap:8px;margin-top:12px;padding:12px;border:1px solid var(--line);border-radius:12px}
.rate div{display:grid;grid-template-columns:repeat(5,1fr)}
.rate div label{display:grid;justify-items:center;align-content:start;gap:4px;font-size:12px;line-height:16px;text-align:center;cursor:pointer}
.rate .icon{stroke-width:1.5;border-radius:50%}
.rate :checked+.icon{background:var(--accent);color:var(--on-accent)}
.rate :checked~span{font-weight:600}
.rate :focus-visible+.icon{outline:2px solid var(--ink);outline-offset:2px}
.rate textarea{display:block;width:100%;margin-top:8px;padding:8px;border:1px solid var(--edge);border-radius:8px;background:none;resize:none}
.rate .save{justify-self:end;padding:8px 14px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

/** A face is stored once the visitor stops choosing: with a keyboard, they pass those between. */
const SETTLED_MS = 700;

const face = (score: number) =>
  `M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 ${17.5 - score}q4 ${(score - 3) * 2.5} 8 0M9 9v1M15 9v1`;

type Shown = NonNullable<ChatState["conversation"]>;
type Entry = Pick<Ratable, "score" | "comment">;

/** Which close is being rated, what the visitor has entered until it's sent, and what was stored last. */
let key = "";
let entered: Entry | undefined;
let stored: Entry | undefined;
let isFailed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Asks how a closed conversation was, and thanks for it. Another face changes it, and the same one its comment. `say` is passed in
 * because it's the panel's, and would be a tenth of this part.
 */
export function drawRating({ id, ratable }: Shown, { entrance, redraw }: Panel, say: typeof panelSay) {
  if (!ratable) return undefined;
  const { close } = ratable;
  if (key !== id + close) {
    key = id + close;
    entered = stored = undefined;
  }
  const { score, comment } = entered ?? stored ?? ratable;

  const store = async () => {
    clearTimeout(timer);
    const own = key;
    const rating = entered;
    const session = await entrance.open();
    let isStored = false;
    if (session.ok) {
      const { token } = session.value;
      const body = { close, ...rating, comment: rating?.comment?.trim() || null };
      const result = await entrance.send({ path: `/public/conversations/${id}/rating`, method: "PUT", token, body });
      isStored = result.ok;
      if (!result.ok && result.problem.status === 401) entrance.drop(token);
    }
    isFailed = !isStored;
    if (own === key && isStored) stored = rating;
  };
  const enter = (change: Entry) => {
    entered = { ...(comment && { comment }), ...(score && { score }), ...change };
    redraw();
  };
  const choose = (chosen: number) => {
    enter({ score: chosen });
    clearTimeout(timer);
    timer = setTimeout(store, SETTLED_MS);
  };
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = event.currentTarget.querySelector<HTMLElement>(":checked");
    await store();
    if (!isFailed) {
      entered = undefined;
      chosen?.focus();
    }
    redraw();
  };

  const said = entered ? isFailed && say("notSaved") : score && RATING_WORDS.thanks;
  return (
    <form class="rate" onSubmit={submit}>
      <p id="rate">{RATING_WORDS.ask}</p>
      <div role="radiogroup" aria-labelledby="rate">
        {RATING_WORDS.scores.map((word, at) => (
          <label key={word}>
            <input
              type="radio"
              name="score"
              class="sr-only"
              checked={at + 1 === score}
              onClick={() => choose(at + 1)}
            />
            <Line line={face(at + 1)} size={32} />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {entered && (
        <>
          <label>
            {RATING_WORDS.more} ({say("optional")})
            <textarea
              rows={2}
              maxLength={500}
              dir="auto"
              value={comment}
              onInput={({ currentTarget }) => enter({ comment: currentTarget.value })}
            />
          </label>
          <button type="submit" class="save">
            {say("send")}
          </button>
        </>
      )}
      {/* By its key a text that a translator changed is replaced, not added to. */}
      <p role="status">{said && <span key={said}>{said}</span>}</p>
    </form>
  );
}

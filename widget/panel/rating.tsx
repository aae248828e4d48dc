/** @jsxImportSource preact */
import type { TargetedEvent } from "preact";
import { FACES } from "#client/faces.ts";
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
.rate div{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));column-gap:4px}
.rate div label{display:grid;justify-items:center;align-content:start;gap:4px;font-size:12px;line-height:16px;text-align:center;cursor:pointer}
.rate span{max-width:100%;overflow-wrap:anywhere;hyphens:auto}
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

type Shown = NonNullable<ChatState["conversation"]>;
type Entry = Pick<Ratable, "score" | "comment">;

/** The rating of one close. */
type Rating = {
  path: string;
  close: number;
  /** The face that's chosen, and the comment that the visitor has sent. */
  own: Entry;
  /** The comment that's being written. Its field is shown from the first face on, until it's sent. */
  written?: string | undefined;
  /** What's to be stored next. */
  due?: Entry | undefined;
  timer?: ReturnType<typeof setTimeout>;
  storing?: Promise<void> | undefined;
  problem?: "failed" | "over" | undefined;
};

let panel: Panel;
let current: Rating | undefined;

async function put(rating: Rating, entry: Entry): Promise<Rating["problem"]> {
  const { entrance } = panel;
  const body = { close: rating.close, ...entry, comment: entry.comment?.trim() || null };
  for (let tries = 1; ; tries++) {
    const session = await entrance.open();
    if (!session.ok) return "failed";
    const { token } = session.value;
    const result = await entrance.send({ path: rating.path, method: "PUT", token, body });
    if (result.ok) return undefined;
    const { status, code } = result.problem;
    if (code === "rating_closed") return "over";
    if (status !== 401 || tries === 2) return "failed";
    entrance.drop(token);
  }
}

/** Stores what's due. There's one request at a time, so that the newest stays. */
function store(rating: Rating): Promise<void> {
  clearTimeout(rating.timer);
  rating.storing ??= storeDue(rating).then(() => {
    rating.storing = undefined;
    panel.redraw();
  });
  panel.redraw();
  return rating.storing;
}

async function storeDue(rating: Rating): Promise<void> {
  while (rating.due) {
    const { due } = rating;
    rating.due = undefined;
    rating.problem = await put(rating, due);
  }
}

// What's chosen in the last moment isn't lost.
addEventListener("pagehide", () => {
  if (current?.due) void put(current, current.due);
});

/**
 * Asks how a closed conversation was, and thanks for it. Another face changes it, and the same one its comment. `say` is passed in
 * because it's the panel's, and would be a tenth of this part.
 */
export function drawRating({ id, ratable }: Shown, own: Panel, say: typeof panelSay) {
  if (!ratable) return undefined;
  panel = own;
  const path = `/public/conversations/${id}/rating`;
  const { close, score, comment } = ratable;
  if (current?.path !== path || current.close !== close) {
    if (current?.due) void store(current);
    current = { path, close, own: { ...(score && { score }), ...(comment && { comment }) } };
  }
  const rating = current;
  if (rating.problem === "over") return undefined;

  const choose = (chosen: number) => {
    rating.own = rating.due = { ...rating.own, score: chosen };
    rating.written ??= rating.own.comment ?? "";
    clearTimeout(rating.timer);
    rating.timer = setTimeout(store, SETTLED_MS, rating);
    panel.redraw();
  };
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = rating.written ?? "";
    rating.own = rating.due = { ...rating.own, comment: sent };
    await store(rating);
    if (rating.problem || rating.written !== sent) return;
    rating.written = undefined;
    // The field and its button go.
    if (form.contains(document.activeElement)) form.querySelector<HTMLElement>(":checked")?.focus();
    panel.redraw();
  };

  const outcome = rating.problem ? say("notSaved") : rating.own.score && RATING_WORDS.thanks;
  const said = !rating.due && !rating.storing && outcome;
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
              checked={at + 1 === rating.own.score}
              onClick={() => choose(at + 1)}
            />
            <Line line={FACES[at] ?? ""} size={32} />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {rating.written !== undefined && (
        <>
          <label>
            {RATING_WORDS.more} ({say("optional")})
            <textarea
              rows={2}
              maxLength={500}
              dir="auto"
              value={rating.written}
              onInput={({ currentTarget }) => {
                rating.written = currentTarget.value;
              }}
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

/** @jsxImportSource preact */
import type { TargetedEvent } from "preact";
import type { ApiResult } from "./api.ts";
import { checkContact } from "./contact.ts";
import { say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded when a visitor has waited for a reply. It draws with the panel's
 * Preact (part-jsx.ts).
 */

const STYLE = `
.card{display:grid;gap:8px;margin-top:12px;padding:12px;border:1px solid var(--line);border-radius:12px}
.card .field{display:flex;gap:8px}
.card input{flex:1;min-width:0}
.card .save{padding:0 14px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600}
.card .text-button{justify-self:start;font-weight:400}
.card .error:empty{display:none}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

export type CardOptions = {
  save: (email: string) => Promise<ApiResult<unknown>>;
  onSaved: (email: string) => void;
  onLater: () => void;
  /** The card has changed. */
  onDraw: () => void;
};

/** A card that asks for an email address, and remembers what's typed into it. */
export function createCard({ save, onSaved, onLater, onDraw }: CardOptions) {
  let email = "";
  let problem = "";
  let state: "asking" | "saving" | "saved" = "asking";

  const submit = async (event: Event) => {
    event.preventDefault();
    if (state === "saving") return;
    email = email.trim();
    if (!email || checkContact({ name: "", email }).length > 0) {
      problem = say("emailInvalid");
      return onDraw();
    }
    state = "saving";
    problem = "";
    onDraw();
    const result = await save(email);
    state = result.ok ? "saved" : "asking";
    if (result.ok) onSaved(email);
    else problem = say(result.problem.status === 400 ? "emailInvalid" : "notSaved");
    onDraw();
  };

  return () =>
    state === "saved" ? (
      <p class="card">{say("emailSaved", { email })}</p>
    ) : (
      <form class="card" aria-labelledby="card" noValidate onSubmit={submit}>
        <p id="card">{say("emailAsk")}</p>
        <div class="field">
          <input
            type="email"
            autocomplete="email"
            dir="auto"
            aria-label={say("email")}
            aria-invalid={problem !== ""}
            aria-describedby="card-error"
            value={email}
            onInput={(event: TargetedEvent<HTMLInputElement>) => {
              email = event.currentTarget.value;
            }}
          />
          <button type="submit" class="save" aria-disabled={state === "saving"}>
            {say("save")}
          </button>
        </div>
        <p id="card-error" class="error" role="alert">
          {problem}
        </p>
        <button type="button" class="text-button" onClick={onLater}>
          {say("notNow")}
        </button>
      </form>
    );
}

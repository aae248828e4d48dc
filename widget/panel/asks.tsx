/** @jsxImportSource preact */
import type { AskedQuestion } from "#lib/sites/sites/questions.ts";
import type { AskWords } from "../words/en.ts";
import type { Chat } from "./chat.ts";
import type { Panel } from "./details.tsx";
import type { say as panelSay } from "./words.ts";

/*
 * The build makes this a part of its own for each language, loaded on a site with questions once there's someone to ask. It draws
 * with the panel's Preact (part-jsx.ts).
 */

declare global {
  /** The texts in one language, inserted by the build. */
  const ASK_WORDS: AskWords;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.asks,.closed{max-height:60vh;overflow:auto}
.asks .submit{padding:9px;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:600}
`);
document.adoptedStyleSheets.push(sheet);

const VISIBLE = ".*\\S.*";
/** What the API accepts of each kind. */
const KINDS = {
  text: { pattern: VISIBLE, maxLength: 500 },
  name: { pattern: VISIBLE, maxLength: 80, autocomplete: "name" },
  email: {
    pattern: "\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*",
    maxLength: 160,
    autocomplete: "email",
    inputMode: "email",
  },
  phone: { pattern: "(\\P{Nd}*\\p{Nd}){5,20}\\P{Nd}*", maxLength: 40, autocomplete: "tel", inputMode: "tel" },
} as const;
// What the API refuses, and no one sees in a field.
const UNUSABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const RETRY_MS = 10_000;
/** Where it's stored what's asked. */
const ASKED = "asked";

/** Which questions are left in a conversation. What's due is sent. Without an id, the form of a closed site starts the conversation. */
type Asked = { id?: string; keys?: string[]; isDue?: boolean };

let panel: Panel;
let say: typeof panelSay;
let isClosed: () => boolean | undefined;
/** The names of fields with something wrong. */
let wrong: string[] = [];
let isSaving = false;
let retryAt = 0;
/** Whether the form is in the composer's place. */
export let isShown = false;

/** Starts with what the panel has. */
export function begin(own: Panel, ownSay: typeof panelSay, ownIsClosed: typeof isClosed): void {
  panel = own;
  say = ownSay;
  isClosed = ownIsClosed;
}

const read = (): Asked => JSON.parse(panel.storage.get(ASKED) ?? "{}");
function keep(asked: Asked): void {
  panel.storage.set(ASKED, JSON.stringify(asked));
  panel.redraw();
}

const nameOf = ({ key }: AskedQuestion) => `ask-${key}`;
const typed = (question: AskedQuestion) => panel.storage.get(nameOf(question)) ?? "";
const givenTo = (question: AskedQuestion) => typed(question).replace(UNUSABLE, " ").trim();
const keysOf = (questions: AskedQuestion[]) => questions.map(({ key }) => key);

/** What isn't known yet. */
function openOf(chat: Chat, isAsked: (question: AskedQuestion) => boolean | undefined): AskedQuestion[] {
  const { site, contact } = chat.store.get();
  const known: { [kind: string]: string } = contact;
  return (site.questions ?? []).filter((question) => isAsked(question) && !known[question.kind]);
}

const leftOf = (chat: Chat, { keys = [] }: Asked) => openOf(chat, ({ key }) => keys.includes(key));

/** Whether all can be sent. If not, says why, and moves the focus there. */
function check(questions: AskedQuestion[]): boolean {
  const inputs = questions.map((question) => document.getElementById(nameOf(question)) as HTMLInputElement);
  const faulty = inputs.filter(({ validity }) => !validity.valid);
  wrong = faulty.map(({ id }) => id);
  panel.redraw();
  faulty[0]?.focus();
  return !faulty[0];
}

/** Sends what's given to where it belongs, and notes the facts that are stored. Returns the status of what failed, 0 without a response, or else 200. */
async function send(id: string, given: AskedQuestion[], facts: { [kind: string]: string }): Promise<number> {
  const { entrance, storage } = panel;
  for (const question of given) {
    const { kind, key } = question;
    const value = givenTo(question);
    const fact = kind !== "text" && { [kind]: value };
    const session = await entrance.open();
    if (!session.ok) return session.problem.status;
    const { token } = session.value;
    const result = await entrance.send({
      path: fact ? "/public/visitor" : `/public/conversations/${id}/answers`,
      method: fact ? "PATCH" : "PUT",
      body: fact || { answers: { [key]: value }, language: siteInboxWords?.language },
      token,
    });
    if (!result.ok) {
      const { status } = result.problem;
      if (status === 401) entrance.drop(token);
      return status;
    }
    storage.remove(nameOf(question));
    Object.assign(facts, fact);
  }
  return 200;
}

async function save(chat: Chat, id: string, questions: AskedQuestion[]): Promise<void> {
  isSaving = true;
  panel.redraw();
  const facts = {};
  const status = await send(id, questions.filter(givenTo), facts);
  isSaving = false;
  const isLate = ![200, 400, 403, 404].includes(status);
  if (isLate) retryAt = Date.now() + RETRY_MS;
  // The next session has what the site asks by then, and the visitor hasn't answered.
  else panel.entrance.drop();
  if (status === 400) {
    await panel.entrance.open();
    wrong = questions.map(nameOf);
  }
  chat.setContact({ ...chat.store.get().contact, ...facts });
  keep({ id, keys: isLate || status === 400 ? keysOf(questions) : [], isDue: isLate });
}

/** Begins to ask once a conversation's first message is stored, and sends what's due. */
function follow(chat: Chat): Asked | undefined {
  const { conversation, messages, keys, older } = chat.store.get();
  const [first, ...others] = messages.filter(({ senderType }) => senderType === "visitor");
  if (conversation?.status !== "open" || !first) return undefined;
  const { id } = conversation;
  let asked = read();
  if (asked.id !== id) {
    if (asked.isDue && !asked.id) asked = { ...asked, id };
    // One that goes on was begun before.
    else if (older !== "none" || others.some((message) => !keys.has(message.id))) return undefined;
    else asked = { id, keys: keysOf(openOf(chat, (question) => question.asked === "always" || isClosed())) };
    keep(asked);
  }
  if (asked.isDue && !isSaving && Date.now() > retryAt) void save(chat, id, leftOf(chat, asked));
  return asked;
}

const draw = (questions: AskedQuestion[]) =>
  questions.map((question) => {
    const name = nameOf(question);
    const { kind, label, required } = question;
    const isWrong = wrong.includes(name);
    return (
      <div class="field" key={name}>
        <label for={name} dir="auto">
          {label + (required ? "" : ` (${say("optional")})`)}
        </label>
        <input
          {...KINDS[kind]}
          id={name}
          dir="auto"
          required={required}
          value={typed(question)}
          aria-invalid={isWrong}
          aria-describedby={`${name}-error`}
          onInput={({ currentTarget }) => {
            panel.storage.set(name, currentTarget.value);
            if (!isWrong || !currentTarget.validity.valid) return;
            wrong = wrong.filter((one) => one !== name);
            panel.redraw();
          }}
        />
        <p id={`${name}-error`} class="error" role="alert">
          {isWrong && (kind === "email" ? say("emailInvalid") : kind === "phone" ? ASK_WORDS.phone : ASK_WORDS.missing)}
        </p>
      </div>
    );
  });

/** The form between a conversation's first message and the next. Undefined if there's nothing to ask. */
export function drawAsks(chat: Chat) {
  const asked = follow(chat);
  const questions = asked && !asked.isDue ? leftOf(chat, asked) : [];
  isShown = questions.length > 0;
  const id = asked?.id;
  // What replaces it gets the focus.
  if (document.hasFocus() && document.activeElement?.closest(isShown ? "#message" : ".asks"))
    queueMicrotask(() => document.querySelector<HTMLElement>(isShown ? ".asks input" : "#message")?.focus());
  if (!id || !isShown) return undefined;
  return (
    <form
      class="asks fields"
      aria-labelledby="asks"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && check(questions)) void save(chat, id, questions);
      }}
    >
      <p id="asks">{ASK_WORDS.ask}</p>
      {draw(questions)}
      <button type="submit" class="submit" aria-disabled={isSaving}>
        {say("send")}
      </button>
      {!questions.some(({ required }) => required) && (
        <button type="button" class="text-button" onClick={() => keep({ id, keys: [] })}>
          {say("notNow")}
        </button>
      )}
    </form>
  );
}

/** The fields in the form of a closed site, and what's called when it's sent: false if something is wrong. */
export function formFields(chat: Chat, isEmailAsked: boolean) {
  const questions = openOf(chat, ({ kind }) => !isEmailAsked || kind !== "email");
  return {
    fields: draw(questions),
    submit: () => {
      if (!check(questions)) return false;
      keep({ keys: keysOf(questions), isDue: true });
      return true;
    },
  };
}

/** Says that what was given waits for the network. */
export const drawDue = () =>
  retryAt > 0 &&
  read().isDue && (
    <p class="day" role="status">
      {ASK_WORDS.later}
    </p>
  );

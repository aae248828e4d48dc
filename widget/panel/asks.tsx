/** @jsxImportSource preact */
import type { AskedQuestion } from "#lib/sites/sites/questions.ts";
import type { AskWords } from "../words/en.ts";
import type { Chat } from "./chat.ts";
import type { ChatState } from "./chat-state.ts";
import type { Panel } from "./details.tsx";
import { isReply } from "./is-reply.ts";
import type { say as panelSay } from "./words.ts";

/*
 * The build makes this a part of its own for each language, loaded on a site with questions once there's someone to ask. It draws
 * with the panel's Preact (part-jsx.ts).
 */

declare global {
  /** The texts in one language, inserted by the build. */
  const ASK_WORDS: AskWords;
}

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

/**
 * Which questions are left in a conversation, and whether an email was among them. What's due is sent. Without an id, the form of
 * a closed site starts the conversation.
 */
type Asked = { id?: string; keys: string[]; email?: boolean; isDue?: boolean };

let panel: Panel;
let say: typeof panelSay;
let isClosed: () => boolean | undefined;
/** The names of fields with something wrong. */
let wrong: string[] = [];
let isSaving = false;
let retryAt = 0;

/** Starts with what the panel has. */
export function begin(own: Panel, ownSay: typeof panelSay, ownIsClosed: typeof isClosed): void {
  panel = own;
  say = ownSay;
  isClosed = ownIsClosed;
}

const isAsked = (value: unknown): value is Asked => Array.isArray(Object(value).keys);
const read = (): Asked => panel.read(panel.storage, ASKED, isAsked) ?? { keys: [] };
/** Without a question left, what was typed is removed. */
function keep(asked: Asked): void {
  const { storage, redraw } = panel;
  storage.set(ASKED, JSON.stringify(asked));
  if (!asked.keys[0]) storage.names("ask-").forEach(storage.remove);
  redraw();
}

const nameOf = ({ key }: AskedQuestion) => `ask-${key}`;
const typed = (question: AskedQuestion) => panel.storage.get(nameOf(question)) ?? "";
const givenTo = (question: AskedQuestion) => typed(question).replace(UNUSABLE, " ").trim();
const keysOf = (questions: AskedQuestion[]) => questions.map(({ key }) => key);

/** What isn't known yet. */
function openOf(
  { site, contact }: ChatState,
  isDue: (question: AskedQuestion) => boolean | undefined,
): AskedQuestion[] {
  const known: { [kind: string]: string } = contact;
  return (site.questions ?? []).filter((question) => isDue(question) && !known[question.kind]);
}

const leftOf = (state: ChatState, asked?: Asked) => openOf(state, ({ key }) => asked?.keys.includes(key));
const toAsk = (questions: AskedQuestion[]): Asked => ({
  keys: keysOf(questions),
  email: questions.some(({ kind }) => kind === "email"),
});

/** Whether all can be sent. If not, says why, and moves the focus there. */
function check(questions: AskedQuestion[]): boolean {
  const inputs = questions.map((question) => document.getElementById(nameOf(question)) as HTMLInputElement);
  const faulty = inputs.filter(({ validity }) => !validity.valid);
  wrong = faulty.map(({ id }) => id);
  panel.redraw();
  faulty[0]?.focus();
  return !faulty[0];
}

/**
 * Sends what's given to where it belongs, one after the other, and adds to `facts` what's known of the visitor then. Returns the
 * status of what failed, 0 without a response, or else 200.
 */
async function send({ id }: Asked, given: AskedQuestion[], facts: object): Promise<number> {
  for (const question of given) {
    const { kind, key } = question;
    const value = givenTo(question);
    const fact = kind !== "text" && { [kind]: value };
    const result = await panel.entrance.call?.({
      path: fact ? "/public/visitor" : `/public/conversations/${id}/answers`,
      method: fact ? "PATCH" : "PUT",
      body: fact || { answers: { [key]: value }, language: siteInboxWords?.language },
    });
    if (!result?.ok) return result?.problem.status ?? 0;
    Object.assign(facts, fact);
  }
  return 200;
}

async function save(chat: Chat, asked: Asked, questions: AskedQuestion[]): Promise<void> {
  isSaving = true;
  panel.redraw();
  const facts = {};
  const status = await send(asked, questions.filter(givenTo), facts);
  isSaving = false;
  const isOver = [200, 403, 404].includes(status);
  const isLate = !isOver && status !== 400;
  if (isLate) retryAt = Date.now() + RETRY_MS;
  // The next session has what the site asks by then, and the visitor hasn't answered.
  else panel.entrance.drop();
  if (status === 400) {
    await panel.entrance.open();
    wrong = questions.map(nameOf);
  }
  // Together, as a field that goes alone would take the focus with it.
  chat.setContact({ ...chat.store.get().contact, ...facts });
  keep({ ...asked, keys: isOver ? [] : keysOf(questions), isDue: isLate });
}

/** What's asked in the conversation from its first message on. What's due in one is found even if that's closed, or isn't shown. */
function find(state: ChatState): Asked | undefined {
  const { conversation, messages, keys, older } = state;
  const asked = read();
  if (asked.isDue && asked.id) return asked;
  const [first, ...others] = messages.filter(({ senderType }) => senderType === "visitor");
  if (conversation?.status !== "open" || !first) return undefined;
  const { id } = conversation;
  if (asked.isDue || asked.id === id) return { ...asked, id };
  // One that goes on was begun before.
  if (older !== "none" || messages.some(isReply) || others.some((message) => !keys.has(message.id))) return undefined;
  return { id, ...toAsk(openOf(state, (question) => question.asked === "always" || isClosed())) };
}

/** Whether no card is to ask for an email: the questions in this conversation do or did, or aren't answered yet. */
export function holdsCard(state: ChatState): boolean {
  const asked = find(state);
  return asked?.email || leftOf(state, asked).length > 0;
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

/** Sends what's due, and draws the form between a conversation's first message and the next. Undefined if there's nothing to ask. */
export function drawAsks(chat: Chat) {
  const state = chat.store.get();
  const asked = find(state);
  const left = leftOf(state, asked);
  if (asked && asked.id !== read().id) keep(asked);
  if (asked?.isDue && panel.entrance.call && !isSaving && Date.now() > retryAt) void save(chat, asked, left);
  // What's being written, or was attached, is sent first.
  const isShown =
    asked && !asked.isDue && left[0] && !state.draft.trim() && state.details?.areFilesReady() === undefined;
  // What replaces it gets the focus.
  if (document.hasFocus() && document.activeElement?.closest(isShown ? "#message" : ".asks"))
    queueMicrotask(() => document.querySelector<HTMLElement>(isShown ? ".asks input" : "#message")?.focus());
  if (!isShown) return undefined;
  return (
    <form
      class="asks fields"
      aria-labelledby="asks"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && check(left)) void save(chat, asked, left);
      }}
    >
      <p id="asks">{ASK_WORDS.ask}</p>
      {draw(left)}
      <button type="submit" class="submit" aria-disabled={isSaving}>
        {say("send")}
      </button>
      {!left.some(({ required }) => required) && (
        <button type="button" class="text-button" onClick={() => keep({ ...asked, keys: [] })}>
          {say("notNow")}
        </button>
      )}
    </form>
  );
}

/** The fields in the form of a closed site, and what's called when it's sent: false if something is wrong. */
export function formFields(chat: Chat, isEmailAsked: boolean) {
  const questions = openOf(chat.store.get(), ({ kind }) => !isEmailAsked || kind !== "email");
  return {
    fields: draw(questions),
    submit: () => {
      if (!check(questions)) return false;
      keep({ ...toAsk(questions), isDue: true });
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

/** @jsxImportSource preact */
import { charactersLeft } from "#client/text-length.ts";
import { isBlank } from "#platform/characters.ts";
import { createCalls } from "./calls.ts";
import type { Chat } from "./chat.ts";
import { focusComposer } from "./composer.tsx";
import { checkContact } from "./contact.ts";
import type { Panel } from "./details.tsx";
import { FORM_DUE, FORM_EMAIL } from "./drafts.ts";
import { isReply } from "./is-reply.ts";
import type { PresenceWords } from "./presence-words.ts";
import { say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded on a site that shows a form while it's closed. It draws with the panel's
 * Preact (part-jsx.ts).
 */

const STYLE = `
.closed{display:grid;gap:10px;padding:0 4px}
.closed textarea{display:block;width:100%;padding:8px 10px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);resize:none;overflow-wrap:anywhere}
.closed .submit{padding:9px 16px;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:600}
.closed .submit[aria-disabled=true]{background:var(--line);color:var(--quiet);cursor:default}
.thanks{margin-top:12px;padding:12px;border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
`;

const RETRY_MS = 30_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

let panel: Panel;
let words: PresenceWords;
let chat: Chat | undefined;
let isWrong = false;
/** Whether the composer that the form replaces had the focus. */
let hadFocus = false;
let isSent = false;
let isSaving = false;
/** The visitor's message that's thanked for. */
let thanked: { id: string; seq: number } | undefined;

/** Starts with what the panel has. */
export function begin(own: Panel, ownWords: PresenceWords): void {
  panel = own;
  words = ownWords;
}

const email = () => panel.storage.get(FORM_EMAIL) ?? "";

/** Returns a usable email that the page or the visitor has given before. */
function knownEmail(of: Chat): string {
  const { contact } = of.store.get();
  return checkContact(contact).includes("email") ? "" : contact.email;
}

/** An email that nothing would be sent to isn't asked for. */
function isAsked(of: Chat): boolean {
  const { site } = of.store.get();
  return site.emailReplies === true && !site.emailKnown && !knownEmail(of);
}

function submit(of: Chat, areAnswered: () => boolean): void {
  const { contact } = of.store.get();
  const given = isAsked(of) && email().trim();
  isWrong = given !== false && (!given || checkContact({ name: "", email: given }).length > 0);
  panel.redraw();
  if (isWrong) {
    document.getElementById("email")?.focus();
    return;
  }
  if (!areAnswered()) return;
  // The message comes first. Nothing that's wrong with an address keeps it from being stored.
  const wrong = checkContact(contact);
  if (wrong.length > 0) of.setContact({ ...contact, ...Object.fromEntries(wrong.map((name) => [name, ""])) });
  of.send();
  if (of.store.get().unsent.length === 0) return;
  isSent = true;
  if (given) panel.storage.set(FORM_DUE, "yes");
  // By then, the composer is in the form's place.
  queueMicrotask(focusComposer);
}

/** Once the message of a form is stored, be it one from before a reload, thanks for it and saves the email. */
export function noteStored(of: Chat): void {
  chat = of;
  const { conversation, messages, unsent } = of.store.get();
  const last = messages.findLast(({ senderType }) => senderType === "visitor");
  if (conversation?.status !== "open" || !last || unsent.length > 0 || isSaving) return;
  if (panel.storage.get(FORM_DUE)) void save(of);
  else if (isSent) {
    isSent = false;
    thanked = { id: conversation.id, seq: last.seq };
  }
}

async function save(of: Chat): Promise<void> {
  const given = email().trim();
  isSaving = true;
  const result = await createCalls(panel.entrance)({
    path: "/public/visitor",
    method: "PATCH",
    body: { email: given },
  });
  if (result.ok) {
    of.setContact({ ...of.store.get().contact, email: given });
    panel.storage.remove(FORM_EMAIL);
  }
  const { status = 0 } = result.ok ? {} : result.problem;
  const isRefused = status >= 400 && status < 500 && status !== 429;
  // A refused one isn't sent again. The card asks for another.
  if (result.ok || isRefused) panel.storage.remove(FORM_DUE);
  else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  isSaving = false;
  panel.redraw();
}

/** Says where the reply will be, until there is one. */
export function drawThanks() {
  if (!thanked || !chat) return null;
  const { id, seq } = thanked;
  const { site, messages, conversation } = chat.store.get();
  if (conversation?.id !== id || messages.some((message) => message.seq > seq && isReply(message))) return null;
  const address = site.emailReplies && knownEmail(chat);
  return <p class="thanks">{address ? words.thanks.replace("{email}", () => address) : words.thanksHere}</p>;
}

const takeFocus = (area: HTMLTextAreaElement | null) => {
  if (area && hadFocus && document.hasFocus()) area.focus();
};

/** A message and an email, for when no one is there. */
export function drawForm(of: Chat) {
  const { draft, details } = of.store.get();
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const canSend = !isTooLong && (details?.areFilesReady() ?? !isBlank(draft));
  hadFocus = document.activeElement?.id === "message";
  const asks = panel.asks?.part?.formFields(of, isAsked(of));
  return (
    <form
      class="composer closed"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) submit(of, asks?.submit ?? (() => true));
        else document.getElementById("message")?.focus();
      }}
    >
      <p>{words.leave}</p>
      <div class="field">
        <label for="message">{say("compose")}</label>
        <textarea
          // The same function each time, so that it's called once.
          ref={takeFocus}
          id="message"
          rows={4}
          dir="auto"
          value={draft}
          aria-invalid={isTooLong}
          aria-describedby="count"
          onInput={(event) => of.write(event.currentTarget.value)}
        />
        <p id="count" class={isTooLong ? "count error" : "count"}>
          {left !== undefined && (isTooLong ? say("tooLong", { count: -left }) : say("left", { count: left }))}
        </p>
      </div>
      {isAsked(of) && (
        <div class="field">
          <label for="email">{say("email")}</label>
          <input
            id="email"
            type="email"
            autocomplete="email"
            dir="auto"
            required
            value={email()}
            aria-invalid={isWrong}
            aria-describedby="email-error"
            onInput={({ currentTarget }) => panel.storage.set(FORM_EMAIL, currentTarget.value)}
          />
          <p id="email-error" class="error" role="alert">
            {isWrong && say("emailInvalid")}
          </p>
        </div>
      )}
      {asks?.fields}
      <button type="submit" class="submit" aria-disabled={!canSend}>
        {say("send")}
      </button>
    </form>
  );
}

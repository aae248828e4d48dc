/** @jsxImportSource preact */
import { charactersLeft } from "#client/text-length.ts";
import { isBlank } from "#platform/characters.ts";
import { createCalls } from "./calls.ts";
import type { Chat } from "./chat.ts";
import { checkContact } from "./contact.ts";
import type { Panel } from "./details.tsx";
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

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

let panel: Panel;
let words: PresenceWords;
let chat: Chat | undefined;
let email = "";
let isEmailKnown = false;
let isWrong = false;
/** How far a sent form has come. */
let sent: "storing" | "saving" | "done" | undefined;

/** Starts with what the panel has. */
export function begin(own: Panel, ownWords: PresenceWords): void {
  panel = own;
  words = ownWords;
  void panel.entrance.open().then((opened) => {
    isEmailKnown = opened.ok && opened.value.emailKnown;
    panel.redraw();
  });
}

/** Whether the email of a sent form isn't stored yet. */
export const isSaving = () => sent === "storing" || sent === "saving";

/** Returns a usable email that the page or the visitor has given before. */
function knownEmail(of: Chat): string {
  const { contact } = of.store.get();
  return checkContact(contact).includes("email") ? "" : contact.email;
}

function submit(of: Chat): void {
  const { site, contact } = of.store.get();
  const known = knownEmail(of);
  const isAsked = !isEmailKnown && !known;
  const given = isAsked ? email.trim() : "";
  isWrong = given ? checkContact({ name: "", email: given }).length > 0 : isAsked && site.emailReplies === true;
  panel.redraw();
  if (isWrong) {
    document.getElementById("email")?.focus();
    return;
  }
  // The message comes first. Nothing that's wrong with an address keeps it from being stored.
  const wrong = checkContact(contact);
  if (wrong.length > 0) of.setContact({ ...contact, ...Object.fromEntries(wrong.map((name) => [name, ""])) });
  of.send();
  if (of.store.get().unsent.length === 0) return;
  sent = "storing";
  const end = of.store.subscribe(() => {
    const { conversation, messages, unsent } = of.store.get();
    if (conversation?.status !== "open" || messages.length === 0 || unsent.length > 0) return;
    end();
    void save(of, given);
  });
}

async function save(of: Chat, given: string): Promise<void> {
  sent = "saving";
  if (given) {
    const result = await createCalls(panel.entrance)({
      path: "/public/visitor",
      method: "PATCH",
      body: { email: given },
    });
    // The card asks again.
    sent = result.ok ? "done" : undefined;
    if (result.ok) of.setContact({ ...of.store.get().contact, email: given });
  } else sent = "done";
  panel.redraw();
}

/** Says where the reply will be, until there is one. */
export function drawThanks() {
  if (sent !== "done" || !chat) return null;
  const { site, messages } = chat.store.get();
  if (messages.at(-1)?.senderType === "owner") return null;
  const address = site.emailReplies && knownEmail(chat);
  return <p class="thanks">{address ? words.thanks.replace("{email}", () => address) : words.thanksHere}</p>;
}

/** A message and an email, for when no one is there. */
export function drawForm(of: Chat) {
  chat = of;
  const { draft, site, details, isOpen } = of.store.get();
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const canSend = !isTooLong && (details?.areFilesReady() ?? !isBlank(draft));
  const isAsked = !isEmailKnown && !knownEmail(of);
  return (
    <form
      class="composer closed"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) submit(of);
        else document.getElementById("message")?.focus();
      }}
    >
      <p>{words.leave}</p>
      <div class="field">
        <label for="message">{say("compose")}</label>
        <textarea
          // The composer that had the focus is gone.
          ref={(area) => void (area && isOpen && document.activeElement === document.body && area.focus())}
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
      {isAsked && (
        <div class="field">
          <label for="email">
            {say("email")} {!site.emailReplies && <span class="quiet">({say("optional")})</span>}
          </label>
          <input
            id="email"
            type="email"
            autocomplete="email"
            dir="auto"
            required={site.emailReplies === true}
            value={email}
            aria-invalid={isWrong}
            aria-describedby="email-error"
            onInput={(event) => {
              email = event.currentTarget.value;
            }}
          />
          <p id="email-error" class="error" role="alert">
            {isWrong && say("emailInvalid")}
          </p>
        </div>
      )}
      <button type="submit" class="submit" aria-disabled={!canSend}>
        {say("send")}
      </button>
    </form>
  );
}

/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { readStored, Storage } from "#client/storage.ts";
import type { Unsent } from "#client/unsent.ts";
import type { Chat } from "./chat.ts";
import type { ChatState } from "./chat-state.ts";
import { DRAFT_FILES } from "./drafts.ts";
import { isFewEmoji } from "./emoji.ts";
import type { ListItem } from "./groups.ts";
import { Line } from "./icons.tsx";
import type { createPartLoader, PartLoader } from "./load-part.ts";
import { MARKS } from "./marks.ts";
import type { Entrance } from "./session.ts";
import type { SiteLook } from "./site-look.ts";
import { say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded once the panel has drawn, if there is anything here to draw. It draws
 * with the panel's Preact (part-jsx.ts).
 */

declare global {
  /** The path of the part that draws formatted messages, inserted by the build. */
  const FORMATTED_PATH: string;
  /** The path of the part that shows the emoji picker, inserted by the build. */
  const EMOJI_PATH: string;
  /** The path of the part that draws the files of messages, inserted by the build. */
  const FILES_PATH: string;
  /** The path of the part that says who's there and when, inserted by the build. */
  const PRESENCE_PATH: string;
  /** The path of the part that uploads files, inserted by the build. */
  const ATTACH_PATH: string;
  /** The path of the part that asks how a conversation was, for LANGUAGE, inserted by the build. */
  const RATING_PATH: string;
  /** The path of the part that asks the site's questions, for LANGUAGE, inserted by the build. */
  const ASKS_PATH: string;
  /** The path of the part that emails a conversation to its visitor, inserted by the build. */
  const EMAIL_COPY_PATH: string;
  /** The path of the part that takes a message back, inserted by the build. */
  const TAKE_BACK_PATH: string;
  /** The path of the part that downloads a conversation, inserted by the build. */
  const TRANSCRIPT_PATH: string;
  /** The path of the part that keeps the chat working while it's translated, inserted by the build. */
  const TRANSLATED_PATH: string;
}

const STYLE = `
.large{font-size:32px;line-height:40px}
.face{width:20px;height:20px;border-radius:50%;margin-inline-end:4px;vertical-align:-5px}
.day .text-button{font-weight:500}
.problem{padding:4px 4px 0;color:var(--danger);font-size:13px;line-height:18px;text-align:end}
.waiting .problem{color:var(--quiet)}
.problem-actions{display:flex;justify-content:flex-end;gap:12px}
.typing{display:flex;align-items:center;gap:4px;height:36px}
.typing i{width:6px;height:6px;border-radius:50%;background:var(--quiet)}
.asks,.closed{max-height:60vh;overflow:auto}
.asks .submit{padding:9px;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:600}
.starters{display:flex;flex-direction:column;align-items:flex-end;gap:8px;margin-top:16px}
.starters button{max-width:84%;padding:7px 14px;border:1px solid var(--edge);border-radius:18px;text-align:start;overflow-wrap:anywhere}
.starters button:hover{background:var(--bubble)}
@media(prefers-reduced-motion:no-preference){.typing i{animation:swell 1.2s ease-in-out infinite}.typing i:nth-of-type(2){animation-delay:.15s}.typing i:nth-of-type(3){animation-delay:.3s}@keyframes swell{30%{opacity:.35}}}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

/** A part that's loaded once it's needed, and whether that has failed more than once. */
export type Late<P> = PartLoader & { part?: P; isLate?: boolean };

let formatted: Late<typeof import("./formatted.tsx")>;
let filesPart: Late<typeof import("./files.tsx")>;
let attach: Late<Attach>;
let presencePart: Late<typeof import("./presence.tsx")>;
let picker: Late<typeof import("./emoji-picker.tsx")>;
let emailCopy: Late<typeof import("./email-copy.tsx")>;
let takeBack: Late<typeof import("./take-back.tsx")>;
let rating: Late<typeof import("./rating.tsx")>;
let asks: Late<typeof import("./asks.tsx")>;

/** What a text is drawn as, and whether it's to be larger. */
export type Drawn = { content?: ComponentChildren; isLarge?: boolean };

type Attach = typeof import("./attach.tsx");
const waiting: ((part: Attach) => void)[] = [];

function withAttach(run: (part: Attach) => void): void {
  if (attach.part) run(attach.part);
  else waiting.push(run);
  attach.load();
}

function choose(chosen: Iterable<File>): void {
  const files = [...chosen];
  const accepted = filesOf(panel.site());
  withAttach((part) => accepted && part.addFiles(files, accepted));
}

addEventListener("paste", (event) => {
  const { files = [], types } = event.clipboardData ?? {};
  // What's copied from a page may come with a picture of it, too.
  if (files.length === 0 || types?.includes("text/plain") || !filesOf(panel.site())) return;
  event.preventDefault();
  choose(files);
});
for (const type of ["dragover", "drop"] as const) {
  addEventListener(type, (event) => {
    const { types, files } = event.dataTransfer ?? {};
    // A text is dropped where the visitor wants it.
    if (!types?.includes("Files")) return;
    // Otherwise, the browser would show the file in place of the chat.
    event.preventDefault();
    if (type === "drop" && filesOf(panel.site())) choose(files ?? []);
  });
}

/** Returns what a site accepts. Undefined if that's nothing, or isn't known yet. */
const filesOf = ({ files }: SiteLook) => (files?.kinds.length ? files : undefined);

export type Panel = {
  redraw: () => void;
  site: () => SiteLook;
  entrance: Entrance;
  storage: Storage;
  /** The panel's, so that a part needs no copy of it. */
  read: typeof readStored;
  /** The part that asks the site's questions. */
  asks?: Late<typeof import("./asks.tsx")>;
};
let panel: Panel;

type Note = (records: MutationRecord[]) => void;

/**
 * Starts with what the panel has. Redraws it when something can be drawn better, such as a text that can be formatted.
 * Returns what's called with changes of the frame; `changes` are those before.
 */
export function begin(own: Panel, changes: MutationRecord[], create: typeof createPartLoader): Note {
  panel = own;
  const { redraw, entrance, storage } = panel;
  const late = <P,>(path: string, onLoad?: (part: P) => void): Late<P> => {
    const own: Late<P> = create<P>(
      path,
      (part) => {
        own.part = part;
        onLoad?.(part);
        redraw();
      },
      (tries) => {
        own.isLate = tries > 1;
        redraw();
      },
    );
    return own;
  };
  formatted = late(FORMATTED_PATH);
  filesPart = late(FILES_PATH);
  presencePart = late(PRESENCE_PATH, (part) => part.begin(panel, late));
  picker = late(EMOJI_PATH, (part) => part.togglePicker(smile));
  emailCopy = late(EMAIL_COPY_PATH);
  takeBack = late(TAKE_BACK_PATH);
  const spoken = <P,>(path: string, onLoad?: (part: P) => void) =>
    late(path.replace("LANGUAGE", siteInboxWords?.language ?? "en"), onLoad);
  rating = spoken(RATING_PATH);
  asks = panel.asks = spoken(ASKS_PATH, (part) =>
    part.begin(panel, say, () => presencePart.part?.isClosed(panel.site())),
  );
  attach = late(ATTACH_PATH, (part) => {
    part.begin(entrance, storage, redraw);
    for (const run of waiting) run(part);
  });
  if (storage.get(DRAFT_FILES)) attach.load();
  const note = awaitTranslator(create);
  note(changes.splice(0));
  return note;
}

function awaitTranslator(create: typeof createPartLoader): Note {
  const changes: MutationRecord[] = [];
  let isFollowing = false;
  const part = create<typeof import("./translated.ts")>(TRANSLATED_PATH, ({ followTranslators }) => {
    isFollowing = true;
    followTranslators(document, changes.splice(0));
  });
  return (records) => {
    const isTranslated = changes.length > 0 || records.some(({ addedNodes: [node] }) => node?.nodeName === "FONT");
    if (isFollowing || !isTranslated) return;
    changes.push(...records);
    part.begin();
  };
}

/** Whether the files of the next message can be sent. Undefined without any. */
export const areFilesReady = () => attach.part?.areReady();

/** Takes the files of the next message, to send them. */
export const takeFiles = (text: string) => attach.part?.take(text);

/** Takes an unsent message back, to edit it: its text, and its files once the part for them is there. */
export function edit(
  key: string,
  unsent: readonly Unsent[],
  take: (key: string) => string,
  putBack: (text: string) => void,
): void {
  const message = unsent.find((one) => one.key === key);
  if (!message?.uploads) putBack(take(key));
  else {
    withAttach((part) => {
      take(key);
      putBack(part.bringBack(message));
    });
  }
}

/** Draws a text with its message's files. */
export function formatText(text: string, item: Pick<ListItem, "files" | "uploads"> = {}): Drawn {
  const given = item.uploads ?? item.files;
  if (!given) return formatPlain(text);
  filesPart.begin();
  const { content = text } = formatPlain(text);
  return { content: filesPart.part?.drawFiles(text, given, content) };
}

function formatPlain(text: string): Drawn {
  if (!MARKS.test(text)) return { isLarge: isFewEmoji(text) };
  formatted.begin();
  const { part } = formatted;
  return { content: part?.drawText(text), isLarge: isFewEmoji(part?.plainText(text) ?? "") };
}

/** Says who replies, how soon, and when someone is there. */
export function presence(site: Partial<SiteLook>): ComponentChildren {
  presencePart.begin();
  return presencePart.part?.presence(site);
}

/** Draws what takes the composer's place: the form of a site that's closed, or its questions. */
export function drawForm(chat: Chat): ComponentChildren {
  if (panel.site().questions) asks.begin();
  // What's due is sent, whichever is shown.
  const questions = asks.part?.drawAsks(chat);
  return presencePart.part?.drawForm(chat) ?? questions;
}

/** After how many minutes without a reply the visitor is asked for an email, unless the site's questions ask for it. */
export function cardMinutes(state: ChatState): number | null | undefined {
  const { site } = state;
  // A part that may never load holds nothing up.
  if (asks.part ? asks.part.holdsCard(state) : site.questions && !asks.isLate) return null;
  return presencePart.part ? presencePart.part.cardMinutes(site) : site.emailCardMinutes;
}

/** What the site suggests asking, until the visitor has written something. */
export function Starters({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
  // Each is sent with one click, and a form has more to ask.
  if (presencePart.part?.isForm(panel.site())) return null;
  return (
    <div class="starters">
      {questions.map((question) => (
        <button key={question} type="button" dir="auto" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}

/** Loads messages before the first one shown. */
export function Older({ older, onOlder }: { older: ChatState["older"]; onOlder: () => void }) {
  return (
    <p class="day">
      {older === "failed" && <span>{say("earlierFailed")} </span>}
      <button type="button" class="text-button" aria-disabled={older === "loading"} onClick={onOlder}>
        {say(older === "loading" ? "earlierLoading" : "earlier")}
      </button>
    </p>
  );
}

/** Shows that the other side is typing, and that the conversation is closed. */
export function LogEnd({
  site,
  isOwnerTyping,
  conversation,
  pastId,
  messages,
  ownerRead,
}: Pick<ChatState, "site" | "isOwnerTyping" | "conversation" | "pastId" | "messages" | "ownerRead">) {
  return (
    <>
      {drawTakeBack(messages, ownerRead)}
      {isOwnerTyping && (
        <div class="group">
          <div class="message">
            <div class="bubble typing">
              <span class="sr-only">{say("typing", { name: site.name })}</span>
              <i />
              <i />
              <i />
            </div>
          </div>
        </div>
      )}
      {conversation?.status === "closed" && (
        <>
          {conversation.id !== pastId && <p class="day">{say("closed")}</p>}
          {conversation.ratable && drawRating(conversation)}
        </>
      )}
      {download === "failed" && (
        <p class="day" role="status">
          {say("downloadFailed")}
        </p>
      )}
      {conversation && emailCopy.part?.drawOutcome(conversation)}
      {presencePart.part?.drawThanks()}
      {conversation && asks.part?.drawDue()}
    </>
  );
}

function drawTakeBack(messages: ChatState["messages"], ownerRead: number) {
  const newest = messages.findLast(({ senderType }) => senderType === "visitor");
  if (!newest || newest.seq <= ownerRead) return undefined;
  takeBack.begin();
  return takeBack.part?.drawTakeBack(newest, panel);
}

function drawRating(conversation: NonNullable<ChatState["conversation"]>) {
  rating.begin();
  return rating.part?.drawRating(conversation, panel, say);
}

let download: "running" | "failed" | undefined;
let transcriptPath = TRANSCRIPT_PATH;

async function save(id: string): Promise<void> {
  if (download === "running") return;
  download = "running";
  panel.redraw();
  try {
    // Unlike other parts, it's tried once per click: a file that comes minutes later would be a surprise.
    const part: typeof import("./transcript.ts") = await import(transcriptPath);
    download = (await part.saveTranscript(panel.entrance, id)) ? undefined : "failed";
  } catch {
    transcriptPath = `${TRANSCRIPT_PATH}?${Date.now()}`;
    download = "failed";
  }
  panel.redraw();
}

function drawEmailCopy(id: string) {
  const { emailReplies, emailKnown } = panel.site();
  // One that the visitor has left since the session began is in the storage.
  if (!emailReplies || !(emailKnown || panel.storage.get("contact")?.includes("@"))) return undefined;
  emailCopy.begin();
  return emailCopy.part?.drawButton(id, panel);
}

/** Downloads the conversation as a file, or emails it. */
export const Download = ({ id }: { id: string }) => (
  <>
    {drawEmailCopy(id)}
    <button
      type="button"
      class="icon-button"
      aria-label={say("download")}
      title={say("download")}
      aria-disabled={download === "running"}
      onClick={() => void save(id)}
    >
      <Line line="M12 4v11M7 10l5 5 5-5M5 20h14" size={20} />
    </button>
  </>
);

const SMILE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 14q4 4 8 0M9 9v1M15 9v1";

let smile: HTMLElement;
const CLIP = "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 5 5l-8.5 8.4a1.7 1.7 0 0 1-2.4-2.4L15 7.5";
// Kept, because a browser may otherwise forget it while the visitor chooses.
const input = document.createElement("input");
input.type = "file";
input.multiple = true;
input.onchange = () => {
  choose(input.files ?? []);
  // The same file can be chosen again.
  input.value = "";
};

/** What's beside the text: a button for files, if the site accepts any, and one for emoji. Both load what they need then. */
export const Tools = (site: SiteLook) => (
  <>
    {filesOf(site) && (
      <button type="button" class="icon-button" aria-label={say("attach")} onClick={() => input.click()}>
        <Line line={CLIP} size={20} />
      </button>
    )}
    <EmojiButton />
  </>
);

function EmojiButton() {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={say("emoji")}
      // The picker would otherwise close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => {
        smile = currentTarget;
        if (picker.part) picker.part.togglePicker(smile);
        else picker.load();
      }}
    >
      <Line line={SMILE} size={20} />
    </button>
  );
}

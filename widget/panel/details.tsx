/** @jsxImportSource preact */
import { splitLinks } from "#client/links.ts";
import type { ChatState } from "./chat-state.ts";
import { isFewEmoji } from "./emoji.ts";
import type { SiteLook } from "./site-look.ts";
import { dateLanguage, say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded once the panel has drawn, if there is anything here to draw. It draws
 * with the panel's Preact (part-jsx.ts).
 */

const STYLE = `
.large{font-size:32px;line-height:40px}
.text a{color:inherit;text-underline-offset:2px}
.text a:focus-visible{outline-color:currentColor}
.day .text-button{font-weight:500}
.typing{display:flex;align-items:center;gap:4px;height:36px}
.typing i{width:6px;height:6px;border-radius:50%;background:var(--quiet)}
.starters{display:flex;flex-direction:column;align-items:flex-end;gap:8px;margin-top:16px}
.starters button{max-width:84%;padding:7px 14px;border:1px solid var(--edge);border-radius:18px;text-align:start;overflow-wrap:anywhere}
.starters button:hover{background:var(--bubble)}
@media(prefers-reduced-motion:no-preference){.typing i{animation:swell 1.2s ease-in-out infinite}.typing i:nth-of-type(2){animation-delay:.15s}.typing i:nth-of-type(3){animation-delay:.3s}@keyframes swell{30%{opacity:.35}}}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

/** A text's links, and whether it's to be shown larger. */
export function formatText(text: string) {
  const content = splitLinks(text).map((part) =>
    part.href ? (
      <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
  return { content, isLarge: isFewEmoji(text) };
}

const REPLY_STEPS = [5, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Says who replies, and how soon. */
export function presence({ personName, replyMinutes }: Pick<SiteLook, "personName" | "replyMinutes">): string {
  const most = REPLY_STEPS.find((step) => step >= (replyMinutes ?? Number.NaN));
  return [personName, most && say("replyTime", { time: duration(most) })].filter(Boolean).join(" · ");
}

function duration(minutes: number): string {
  const [value, unit] = minutes < 60 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return new Intl.NumberFormat(dateLanguage(), { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** What the site suggests asking, until the visitor has written something. */
export function Starters({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
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
}: Pick<ChatState, "site" | "isOwnerTyping" | "conversation">) {
  return (
    <>
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
      {conversation?.status === "closed" && <p class="day">{say("closed")}</p>}
    </>
  );
}

/** @jsxImportSource preact */
import type { Storage } from "#client/storage.ts";
import type { Unsent, UnsentFields } from "#client/unsent.ts";
import { uploadFile } from "#client/upload-file.ts";
import { createUploads, type Upload, type Uploads } from "#client/uploads.ts";
import { isOnlyNames, namesOf } from "#lib/desk/messages/file-names.ts";
import { isBlank } from "#platform/characters.ts";
import { DRAFT_FILES } from "./drafts.ts";
import { FILE_WORDS } from "./file-words.ts";
import { Line } from "./icons.tsx";
import type { Entrance } from "./session.ts";
import type { FileLimits } from "./site-look.ts";
import { sizeWords } from "./size-words.ts";
import { dateLanguage } from "./words.ts";

/*
 * The build makes this a part of its own, loaded with the first file that's chosen, or left from an earlier page. It draws
 * with the panel's Preact (part-jsx.ts).
 */

const STYLE = `
.tray{margin-bottom:8px}
.tray ul{display:flex;flex-direction:column;gap:4px;max-height:156px;margin:0;padding:0;overflow-y:auto;list-style:none}
.tray li{display:flex;align-items:center;gap:8px;padding-inline-start:12px;border:1px solid var(--edge);border-radius:12px;font-size:13px;line-height:18px}
.tray span{flex:1;min-width:0;padding:5px 0;overflow-wrap:anywhere}
.tray small{display:block;font-size:12px;color:var(--quiet)}
.tray .failed{border-color:var(--danger)}
.tray .failed small,.tray p{color:var(--danger)}
.tray p{font-size:12px}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

type Words = (typeof FILE_WORDS)[string];

let uploads: Uploads | undefined;
/** Set with the first file that's chosen. */
let limits: FileLimits;
let isTooMany = false;

const current = () => uploads?.state.get().uploads ?? [];

/** Adds files to the next message, and uploads them. */
export function addFiles(files: readonly File[], accepted: FileLimits): void {
  limits = accepted;
  const room = Math.max(0, limits.maxCount - current().length);
  isTooMany = files.length > room;
  uploads?.add(files.slice(0, room));
}

/** Whether all files of the next message are uploaded. Undefined if it has none. */
export function areReady(): boolean | undefined {
  return current().length > 0 ? current().every(({ file }) => file) : undefined;
}

/** Takes the files of the next message, to send them with a text. */
export function take(text: string): UnsentFields | undefined {
  // A question that's chosen while files are uploaded goes without them.
  if (!areReady()) return undefined;
  const files = current().flatMap(({ file }) => file ?? []);
  uploads?.clear();
  return { files: files.map(({ id }) => id), uploads: files, ...(isBlank(text) && { body: namesOf(files) }) };
}

/** Returns the text of an unsent message, and puts its files before those of the next one. */
export function bringBack(message: Unsent): string {
  uploads?.bringBack(message);
  return isOnlyNames({ body: message.body, files: message.uploads }) ? "" : message.body;
}

/** Starts with the files of an earlier page. */
export function begin({ open, drop }: Entrance, storage: Storage, redraw: () => void): void {
  const started = createUploads({
    storage,
    name: DRAFT_FILES,
    upload: async (file, how) => {
      const session = await open();
      if (!session.ok) return { ok: false, problem: { ...session.problem, status: 0 } };
      const { token } = session.value;
      const headers = { Authorization: `Bearer ${token}` };
      const outcome = await uploadFile("/public/files", file, { ...how, headers });
      if (outcome.ok || outcome.problem.status !== 401) return outcome;
      // It has expired. The next try opens another session.
      drop(token);
      return { ok: false, problem: { ...outcome.problem, status: 0 } };
    },
  });
  uploads = started;
  addEventListener("online", () => started.retry());
  storage.watch(started.sync);
  const box = document.createElement("div");
  // Moved, it would lose the focus, and its alerts would be read again.
  const place = () => box.isConnected || document.querySelector(".composer")?.prepend(box);
  // A form may take the composer's place, or the other way round.
  new MutationObserver(place).observe(document, { childList: true, subtree: true });
  const draw = () => {
    place();
    siteInboxJsx.render(<Tray uploads={current()} onRemove={remove} />, box);
    redraw();
  };
  const remove = (key: string) => {
    const at = current().findIndex((upload) => upload.key === key);
    started.remove(key);
    // The next file's button, or the one that adds files.
    const buttons = box.querySelectorAll("button");
    (buttons[at] ?? buttons[at - 1] ?? document.querySelector<HTMLElement>(".composer .icon-button"))?.focus();
  };
  started.state.subscribe(draw);
  draw();
}

type TrayProps = { uploads: readonly Upload[]; onRemove: (key: string) => void };

function Tray({ uploads: shown, onRemove }: TrayProps) {
  const words = FILE_WORDS[siteInboxWords?.language ?? ""] ?? FILE_WORDS.en;
  if (!words || shown.length === 0) return null;
  return (
    <div class="tray">
      <ul>
        {shown.map((upload) => (
          <li key={upload.key} class={upload.state}>
            <span role={upload.state === "failed" ? "alert" : undefined}>
              <bdi>{upload.name}</bdi>
              <small>{stateWords(upload, words)}</small>
            </span>
            <button
              type="button"
              class="icon-button"
              aria-label={words.remove.replace("{name}", () => upload.name)}
              onClick={() => {
                isTooMany = false;
                onRemove(upload.key);
              }}
            >
              <Line line="M7 7l10 10M17 7L7 17" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {isTooMany && (
        <p role="alert">{words.tooMany.replace("{count}", limits.maxCount.toLocaleString(dateLanguage()))}</p>
      )}
    </div>
  );
}

function stateWords({ state, sent, size, problem }: Upload, words: Words): string {
  if (state === "done") return sizeWords(size);
  if (state === "uploading") {
    if (sent === 1) return words.checking;
    return sent.toLocaleString(dateLanguage(), { style: "percent" });
  }
  if (state === "waiting") return problem ? words.waiting : sizeWords(size);
  if (size === 0) return words.empty;
  if (problem?.status === 413) return words.tooLarge.replace("{size}", sizeWords(limits.maxSize));
  if (problem?.status === 415) return words.notAllowed;
  return problem?.status === 507 ? words.full : words.failed;
}

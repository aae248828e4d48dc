/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { MessageFile, UploadedFile } from "#client/live-event.ts";
import type { UnsentFields } from "#client/unsent.ts";
import { uploadFile } from "#client/upload-file.ts";
import { createUploads, type Upload, type Uploads } from "#client/uploads.ts";
import { isOnlyNames, namesOf } from "#lib/messages/file-names.ts";
import { isBlank } from "#platform/characters.ts";
import { FILE_WORDS } from "./file-words.ts";
import type { ListItem } from "./groups.ts";
import { Line } from "./icons.tsx";
import type { Entrance, FileLimits } from "./session.ts";
import { dateLanguage } from "./words.ts";

/*
 * The build makes this a part of its own, loaded with the first message that has files, or the first file that's chosen. It
 * draws with the panel's Preact (part-jsx.ts).
 */

const STYLE = `
.files{display:flex;flex-wrap:wrap;gap:6px}
.text+.files,.files:not(:first-child){margin-top:6px}
.files a{display:block;max-width:100%;color:inherit;border-radius:10px;overflow:hidden}
.files img,.files video{display:block;max-width:100%;height:auto;max-height:260px;object-fit:contain;border-radius:10px}
.files a+a img{max-height:130px}
.files audio{max-width:100%}
.files .file{display:flex;flex-direction:column;padding:7px 11px;border:1px solid var(--edge);text-decoration:none;overflow-wrap:anywhere}
.files small{font-size:12px;line-height:16px;opacity:.75}
.files a:focus-visible{outline-color:currentColor}
.files p{margin:0;opacity:.7}
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

/** Draws a message's text, unless it's only the names of its files, and the files. */
export function drawFiles(
  body: string,
  given: NonNullable<ListItem["files" | "uploads"]>,
  content: ComponentChildren,
): ComponentChildren {
  const files = given.filter((file) => typeof file === "object");
  if (files.length === 0) return content;
  return [
    !isOnlyNames({ body, files }) && <div dir="auto">{content}</div>,
    <div class="files" key="files">
      {files.map(drawFile)}
    </div>,
  ];
}

function drawFile(file: MessageFile | UploadedFile): ComponentChildren {
  const { id, name, kind, width, height } = file;
  if (!("url" in file)) {
    return (
      <p key={id} class="file">
        <bdi>{name}</bdi>
        <small>{sizeWords(file.size)}</small>
      </p>
    );
  }
  const { url, thumbnailUrl } = file;
  // biome-ignore lint/a11y/useMediaCaption: people's recordings have none.
  if (kind === "audio") return <audio key={id} controls preload="metadata" src={url} aria-label={name} />;
  if (kind === "video") {
    // biome-ignore lint/a11y/useMediaCaption: as above.
    return <video key={id} controls preload="metadata" src={url} width={width} height={height} aria-label={name} />;
  }
  return (
    <a
      key={id}
      class={kind === "image" ? undefined : "file"}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name}, ${sizeWords(file.size)}`}
    >
      {kind === "image" ? (
        // biome-ignore lint/performance/noImgElement: the service has made the sizes.
        <img
          src={thumbnailUrl ?? url}
          alt={name}
          width={width}
          height={height}
          loading="lazy"
          // What can't be drawn is a file like any other.
          onError={({ currentTarget }) => {
            currentTarget.parentElement?.classList.add("file");
            currentTarget.replaceWith(name);
          }}
        />
      ) : (
        [<bdi key="name">{name}</bdi>, <small key="size">{sizeWords(file.size)}</small>]
      )}
    </a>
  );
}

function sizeWords(size: number): string {
  const [value, unit] = size < 2 ** 20 ? [Math.ceil(size / 2 ** 10), "kilobyte"] : [size / 2 ** 20, "megabyte"];
  return new Intl.NumberFormat(dateLanguage(), { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}

type Options = Pick<Entrance, "open" | "drop"> & { limits: FileLimits; redraw: () => void };
type Words = (typeof FILE_WORDS)[string];

let uploads: Uploads | undefined;
let isTooMany = false;

const current = () => uploads?.state.get().uploads ?? [];

/** Adds files to the next message, and uploads them. */
export function addFiles(files: readonly File[], options: Options): void {
  uploads ??= begin(options);
  const room = Math.max(0, options.limits.maxCount - current().length);
  isTooMany = files.length > room;
  uploads.add(files.slice(0, room));
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

function begin({ open, drop, limits, redraw }: Options): Uploads {
  const started = createUploads({
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
  addEventListener("online", () => started.retry());
  const box = document.createElement("div");
  const draw = () => {
    document.querySelector(".composer")?.prepend(box);
    siteInboxJsx.render(<Tray uploads={current()} limits={limits} onRemove={started.remove} />, box);
    redraw();
  };
  started.state.subscribe(draw);
  return started;
}

type TrayProps = { uploads: readonly Upload[]; limits: FileLimits; onRemove: (key: string) => void };

function Tray({ uploads: shown, limits, onRemove }: TrayProps) {
  const words = FILE_WORDS[siteInboxWords?.language ?? ""] ?? FILE_WORDS.en;
  if (!words || shown.length === 0) return null;
  return (
    <div class="tray">
      <ul>
        {shown.map((upload) => (
          <li key={upload.key} class={upload.state}>
            <span role={upload.state === "failed" ? "alert" : undefined}>
              <bdi>{upload.name}</bdi>
              <small>{stateWords(upload, words, limits)}</small>
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

function stateWords({ state, sent, size, problem }: Upload, words: Words, { maxSize }: FileLimits): string {
  if (state === "done") return sizeWords(size);
  if (state === "uploading") {
    if (sent === 1) return words.checking;
    return new Intl.NumberFormat(dateLanguage(), { style: "percent" }).format(sent);
  }
  if (state === "waiting") return problem ? words.waiting : sizeWords(size);
  if (size === 0) return words.empty;
  if (problem?.status === 413) return words.tooLarge.replace("{size}", sizeWords(maxSize));
  if (problem?.status === 415) return words.notAllowed;
  return problem?.status === 507 ? words.full : words.failed;
}

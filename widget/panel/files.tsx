/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { MessageFile, UploadedFile } from "#client/live-event.ts";
import { isOnlyNames } from "#lib/desk/messages/file-names.ts";
import type { ListItem } from "./groups.ts";
import { sizeWords } from "./size-words.ts";

/*
 * The build makes this a part of its own, loaded with the first message that has files. It draws with the panel's Preact
 * (part-jsx.ts).
 */

declare global {
  /** Where the build puts the viewer. */
  const VIEWER_PATH: string;
}

const STYLE = `
.files{display:flex;flex-wrap:wrap;gap:6px}
.text+.files,.files:not(:first-child){margin-top:6px}
.files a{display:block;max-width:100%;color:inherit;border-radius:10px;overflow:hidden}
.files img,.files video{display:block;max-width:100%;height:auto;max-height:260px;object-fit:cover;border-radius:10px}
.files .photos{display:grid;grid-template-columns:1fr 1fr;gap:4px;width:100%}
.files .photos img{width:100%;aspect-ratio:1;max-height:none}
.files audio{max-width:100%}
.files .file{display:flex;flex-direction:column;padding:7px 11px;border:1px solid var(--edge);text-decoration:none;overflow-wrap:anywhere}
.files small{font-size:12px;line-height:16px;opacity:.75}
.files a:focus-visible{outline-color:currentColor}
.files p{margin:0;opacity:.7}
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
  const photos = files.filter(isPhoto);
  const others = files.filter((file) => !isPhoto(file));
  const draw = (file: MessageFile | UploadedFile) => drawFile(file, photos);
  return [
    !isOnlyNames({ body, files }) && <div dir="auto">{content}</div>,
    <div class="files" key="files">
      {photos.length > 1
        ? [
            <div key="photos" class="photos">
              {photos.map(draw)}
            </div>,
            others.map(draw),
          ]
        : files.map(draw)}
    </div>,
  ];
}

/** Sets where a player loads from. One that plays goes on with the link it has, and a paused one keeps its position. */
const leadTo = (url: string) => (player: HTMLMediaElement | null) => {
  if (!player?.paused || player.getAttribute("src") === url) return;
  const { currentTime } = player;
  player.src = url;
  player.currentTime = currentTime;
};

const isPhoto = (file: MessageFile | UploadedFile): file is MessageFile => file.kind === "image" && "url" in file;

/** Opens a photo in the panel. Until the viewer's code is there, and if it can't be loaded, it's a link. */
async function view(event: MouseEvent, photos: readonly MessageFile[], file: MessageFile) {
  const { currentTarget: link } = event;
  // One that couldn't be drawn is a file like any other.
  if (event.ctrlKey || event.metaKey || event.shiftKey || (link instanceof Element && link.matches(".file"))) return;
  event.preventDefault();
  try {
    const { openViewer }: typeof import("./viewer.tsx") = await import(VIEWER_PATH);
    openViewer(photos, photos.indexOf(file));
  } catch {
    open(file.url, "_blank", "noopener");
  }
}

function drawFile(file: MessageFile | UploadedFile, photos: readonly MessageFile[]): ComponentChildren {
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
  if (kind === "audio") return <audio key={id} controls preload="metadata" ref={leadTo(url)} aria-label={name} />;
  if (kind === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: as above.
      <video key={id} controls preload="metadata" ref={leadTo(url)} width={width} height={height} aria-label={name} />
    );
  }
  return (
    <a
      key={id}
      class={kind === "image" ? undefined : "file"}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name}, ${sizeWords(file.size)}`}
      onClick={isPhoto(file) ? (event) => void view(event, photos, file) : undefined}
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

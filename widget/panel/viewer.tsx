/** @jsxImportSource preact */
import type { MessageFile } from "#client/live-event.ts";
import { pictureStep } from "#client/picture-step.ts";
import { hasModifier } from "#client/pressed-key.ts";
import { Line } from "./icons.tsx";
import { VIEWER_WORDS } from "./viewer-words.ts";

/* The build makes this a part of its own, loaded when a picture is opened. */

const STYLE = `
.viewer{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:var(--surface);color:var(--ink)}
.viewer[open]{display:flex;flex-direction:column}
.viewer header{display:flex;align-items:center;gap:4px;padding:8px}
.viewer header p{flex:1;min-width:0;margin:0;padding:0 8px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.viewer figure{flex:1;min-height:0;margin:0;padding:0 8px 8px;display:grid;place-items:center}
.viewer img{max-width:100%;max-height:100%;width:auto;height:auto;object-fit:contain}
.viewer :is(button,a){display:grid;place-items:center;width:44px;height:44px;padding:0;border:0;border-radius:10px;background:none;color:inherit}
.viewer [aria-disabled=true]{opacity:.4}
.viewer .turn:dir(rtl) svg{transform:scaleX(-1)}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

const BACK = "M15 5l-7 7 7 7";
const FORTH = "M9 5l7 7-7 7";
const CLOSE = "M6 6l12 12M18 6L6 18";
const OUT = "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6";

/** Shows the pictures of a message over the chat, one at a time. Escape closes only this, and the focus goes back. */
export function openViewer(pictures: readonly MessageFile[], first: number): void {
  const words = VIEWER_WORDS[siteInboxWords?.language ?? ""] ?? VIEWER_WORDS.en;
  if (!words) return;
  const dialog = document.createElement("dialog");
  dialog.className = "viewer";
  let at = first;
  const show = (next: number) => {
    at = next;
    const picture = pictures[at];
    if (!picture) return;
    const { name, url, previewUrl, width, height } = picture;
    dialog.setAttribute("aria-label", name);
    const turn = (label: string, line: string, to: number) => (
      <button
        type="button"
        class="turn"
        title={label}
        aria-label={label}
        aria-disabled={!pictures[to]}
        onClick={() => pictures[to] && show(to)}
      >
        <Line line={line} size={20} />
      </button>
    );
    siteInboxJsx.render(
      [
        <header key="header">
          <p role="status" title={name}>
            {pictures.length > 1 && `${at + 1} / ${pictures.length} · `}
            <bdi>{name}</bdi>
          </p>
          {pictures.length > 1 && [turn(words.previous, BACK, at - 1), turn(words.next, FORTH, at + 1)]}
          <a href={url} target="_blank" rel="noopener noreferrer" title={words.open} aria-label={words.open}>
            <Line line={OUT} size={18} />
          </a>
          <button type="button" title={words.close} aria-label={words.close} onClick={() => dialog.close()}>
            <Line line={CLOSE} size={20} />
          </button>
        </header>,
        <figure key="figure">
          {/* biome-ignore lint/performance/noImgElement: the service has made the sizes. */}
          <img key={url} src={previewUrl ?? url} alt={name} width={width} height={height} />
        </figure>,
      ],
      dialog,
    );
  };
  dialog.addEventListener("keydown", (event) => {
    // Escape would close the chat.
    event.stopPropagation();
    if (hasModifier(event)) return;
    const next = pictureStep(event.key, at, pictures.length, getComputedStyle(dialog).direction === "rtl");
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  });
  dialog.addEventListener("close", () => dialog.remove());
  show(at);
  document.body.append(dialog);
  dialog.showModal();
}

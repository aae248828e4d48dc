/** @jsxImportSource preact */
import type { Message } from "#client/live-event.ts";
import type { Host } from "./host.ts";
import { Line } from "./icons.tsx";
import { MARKS } from "./marks.ts";
import type { SiteLook } from "./site-look.ts";
import { say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded with the first reply that arrives while the chat is closed. It draws
 * with the panel's Preact (part-jsx.ts).
 */

const STYLE = `
[data-preview] #panel{display:none}
.preview{display:flex;align-items:flex-start;gap:2px;padding-block:10px;padding-inline:14px 6px}
.preview .icon-button{margin-top:-6px}
.preview [role]{flex:1;min-width:0}
.beginning{display:block;width:100%;min-height:36px;border-radius:6px;text-align:start}
.beginning b{display:block;overflow:hidden;font-weight:600;text-overflow:ellipsis;white-space:nowrap}
.beginning span{display:-webkit-box;overflow:hidden;overflow-wrap:anywhere;unicode-bidi:plaintext;-webkit-box-orient:vertical;-webkit-line-clamp:2}
`;

const LENGTH_MAX = 140;
const CROSS = "M6 6l12 12M18 6L6 18";

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

type PreviewContent = { site: SiteLook; reply: Message };
type Options = { host: Pick<Host, "open" | "sendPreview">; onDismiss: () => void };

const face = ({ site, reply }: PreviewContent) => reply.senderPhotoUrl ?? site.personPhotoUrl ?? site.logoUrl;

/** Returns a function that shows the beginning of a reply in place of the panel, or the panel again. */
export function createPreview({ host, onDismiss }: Options): (wanted?: PreviewContent) => unknown {
  const { render } = siteInboxJsx;
  const box = document.createElement("main");
  box.className = "preview";
  box.ariaLabel = say("title");
  box.addEventListener("keydown", ({ key }) => key === "Escape" && onDismiss());

  const draw = (now?: PreviewContent) =>
    render(
      <>
        <div role="status">
          {now && (
            <button type="button" class="beginning" onClick={host.open}>
              <b>
                {face(now) && (
                  // biome-ignore lint/performance/noImgElement: the service has made it small.
                  <img class="face" src={face(now)} alt="" />
                )}
                <bdi>{now.reply.senderName ?? now.site.personName ?? now.site.name}</bdi>
              </b>
              <span>{[...plain(now.reply.body)].slice(0, LENGTH_MAX).join("")}</span>
            </button>
          )}
        </div>
        <button type="button" class="icon-button" aria-label={say("dismiss")} onClick={onDismiss}>
          <Line line={CROSS} size={16} />
        </button>
      </>,
      box,
    );

  // Until the formatting's code is loaded, its marks are shown.
  let plain = (text: string) => text;
  const loadPlain = async () => {
    const part: typeof import("./formatted.tsx") = await import(FORMATTED_PATH);
    plain = part.plainText;
    if (box.offsetHeight > 0) draw(shown);
  };

  let shown: PreviewContent | undefined;
  // Screen readers announce only what's added to a status that's rendered, which is when the page shows the frame.
  const observer = new ResizeObserver(() =>
    requestAnimationFrame(() => {
      if (!shown || box.offsetHeight === 0) return;
      draw(shown);
      host.sendPreview(box.offsetHeight);
    }),
  );

  return (wanted) => {
    if (wanted?.reply === shown?.reply) return;
    const wasShown = shown !== undefined;
    shown = wanted;
    if (wanted && MARKS.test(wanted.reply.body)) void loadPlain().catch(() => {});
    if (wanted && wasShown) return box.offsetHeight > 0 && draw(wanted);
    document.documentElement.toggleAttribute("data-preview", !wasShown);
    if (!wanted) {
      observer.disconnect();
      box.remove();
      return host.sendPreview();
    }
    draw();
    document.body.append(box);
    observer.observe(box);
    host.sendPreview(0);
  };
}

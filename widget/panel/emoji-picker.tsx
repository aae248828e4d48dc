/** @jsxImportSource preact */
import { isComposing } from "#client/pressed-key.ts";
import { emojiName, findEmoji } from "#platform/formatted-text/emoji-codes.ts";
import { say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded when the visitor opens the picker. It draws with the panel's Preact
 * (part-jsx.ts).
 */

const COLUMNS = 8;
const STYLE = `
.emoji{margin-bottom:8px;padding:4px;border:1px solid var(--edge);border-radius:14px;background:var(--surface)}
.emoji input{width:100%;padding:6px 10px;border:0;border-radius:10px;background:var(--bubble)}
.emoji input:focus-visible{outline-offset:-2px}
.emojis{display:grid;grid-template-columns:repeat(8,1fr);height:160px;margin-top:4px;overflow-y:auto;align-content:start}
.emojis [role]{padding:6px 0;border-radius:8px;font-size:20px;line-height:28px;text-align:center;cursor:pointer}
.emojis [aria-selected=true]{background:var(--bubble);box-shadow:inset 0 0 0 1px var(--edge)}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

let close = () => {};
let isOpen = false;

/** Opens the picker above a button's form, or closes it. What's chosen is inserted where the caret was. */
export function togglePicker(button: HTMLElement): void {
  const form = button.closest("form");
  const area = form?.querySelector("textarea");
  if (isOpen || !area) {
    close();
    return;
  }
  const { render } = siteInboxJsx;
  const box = document.createElement("div");
  box.className = "emoji";
  let search = "";
  let active = 0;

  close = () => {
    // Removing the search takes the focus from it, which closes the picker.
    if (!isOpen) return;
    isOpen = false;
    render(null, box);
    box.remove();
    button.ariaExpanded = "false";
  };
  const choose = (emoji?: string) => {
    close();
    area.focus();
    // As typing would, so that it can be undone.
    if (emoji) document.execCommand("insertText", false, emoji);
  };

  const draw = () => {
    const found = findEmoji(search);
    const activate = (at: number) => {
      active = (at + found.length) % found.length || 0;
      draw();
      box.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    };
    const press = (event: KeyboardEvent) => {
      const by = stepOf(event.key, box);
      if (isComposing(event)) return;
      if (event.key === "Escape") choose();
      else if (event.key === "Enter") choose(found[active]?.emoji);
      else if (by) activate(active + by);
      else return;
      event.preventDefault();
      // Escape would close the chat.
      event.stopPropagation();
    };
    render(
      <>
        <input
          role="combobox"
          aria-label={say("emoji")}
          aria-expanded="true"
          aria-controls="emojis"
          aria-activedescendant={found[active] && `emoji-${active}`}
          autocomplete="off"
          placeholder=":smile:"
          value={search}
          onInput={({ currentTarget }) => {
            search = currentTarget.value;
            active = 0;
            draw();
          }}
          onKeyDown={press}
          onBlur={close}
        />
        {renderEmojis(found, active, choose)}
      </>,
      box,
    );
  };

  isOpen = true;
  draw();
  form?.before(box);
  button.ariaExpanded = "true";
  box.querySelector("input")?.focus();
}

/** Returns how far a key moves among the emoji, if it does. */
function stepOf(key: string, box: HTMLElement): number | undefined {
  const along = getComputedStyle(box).direction === "rtl" ? -1 : 1;
  const steps = { ArrowDown: COLUMNS, ArrowUp: -COLUMNS, ArrowRight: along, ArrowLeft: -along };
  return steps[key as keyof typeof steps];
}

const renderEmojis = (found: ReturnType<typeof findEmoji>, active: number, onChoose: (emoji: string) => void) => (
  <div
    id="emojis"
    class="emojis"
    role="listbox"
    aria-label={say("emoji")}
    // The focus stays in the search, whose loss closes the picker.
    onMouseDown={(event) => event.preventDefault()}
  >
    {found.map((one, at) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the search handles the keys, as in every combobox.
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search.
      <div
        key={one.id}
        id={`emoji-${at}`}
        role="option"
        aria-label={emojiName(one)}
        aria-selected={at === active}
        onClick={() => onChoose(one.emoji)}
      >
        {one.emoji}
      </div>
    ))}
  </div>
);

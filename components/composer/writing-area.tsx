import type { ClipboardEvent, KeyboardEvent, RefObject } from "react";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { type Mentionable, mentionPattern } from "#components/notes/mentions.ts";
import type { Mode } from "#components/notes/use-mode.ts";
import { DraftedText } from "./drafted-text.tsx";
import type { Suggestions } from "./use-suggestions.ts";

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  areaId: string;
  hintId: string;
  listId: string;
  mode: Mode;
  draft: string;
  isTooLong: boolean;
  teammates: readonly Mentionable[];
  suggestions: Suggestions;
  onWrite: (draft: string) => void;
  onFiles: (files: readonly File[]) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

const LINES_MAX = 9;

/** The text field of the composer, with the draft's formatting behind it. */
export function WritingArea(props: Props) {
  const { area, areaId, hintId, listId, mode, draft, isTooLong, teammates, suggestions, onWrite, onFiles, onKeyDown } =
    props;
  const { query, hasList, activeOption, setCaret, onType } = suggestions;
  const isNote = mode === "note";

  const onPaste = (event: ClipboardEvent) => {
    // Copied cells and pages come with a picture of them, too.
    if (isNote || event.clipboardData.files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    onFiles([...event.clipboardData.files]);
  };

  return (
    <div className="relative">
      <DraftedText area={area} draft={draft} mention={isNote ? mentionPattern(teammates) : undefined} />
      <textarea
        key={mode}
        ref={area}
        id={areaId}
        dir="auto"
        rows={Math.min(LINES_MAX, draft.split("\n").length)}
        placeholder={isNote ? notesCopy.placeholder(teammates.length > 0) : composerCopy.reply}
        enterKeyHint="send"
        value={draft}
        aria-invalid={isTooLong || undefined}
        aria-describedby={hintId}
        aria-autocomplete={query ? "list" : undefined}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={activeOption}
        onChange={({ currentTarget: { value, selectionEnd } }) => {
          onWrite(value);
          onType(value, selectionEnd);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
        onPaste={onPaste}
        onCompositionStart={({ currentTarget }) => currentTarget.setAttribute("data-busy", "")}
        onCompositionEnd={({ currentTarget }) => currentTarget.removeAttribute("data-busy")}
        onKeyDown={onKeyDown}
        className="relative field-sizing-content block max-h-49 min-h-9 w-full resize-none bg-transparent px-3.5 pt-2.5 pb-1 outline-none pointer-coarse:min-h-11 pointer-coarse:text-lg"
      />
    </div>
  );
}

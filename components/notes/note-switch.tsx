import { notesCopy } from "#components/catalogs/notes.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { Mode } from "./use-mode.ts";

const MODES: Mode[] = ["reply", "note"];

/** Chooses whether the box is for the visitor or for the team. */
export function NoteSwitch({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be taller than its buttons.
    <div role="group" aria-label={notesCopy.mode} className="flex gap-1 px-1.5 pt-1.5">
      {MODES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={mode === one}
          onClick={() => onMode(one)}
          className={classNames(
            "min-h-7 rounded-md px-2 text-sm font-medium transition-colors pointer-coarse:min-h-11 pointer-coarse:px-3.5",
            mode !== one && "text-quiet hover:bg-hover hover:text-ink",
            mode === one && (one === "note" ? "bg-surface text-note-ink" : "bg-sunken text-ink"),
          )}
        >
          {notesCopy[one]}
        </button>
      ))}
    </div>
  );
}

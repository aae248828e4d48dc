import { X } from "lucide-react";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";
import { useShownActions } from "./action-words.tsx";

type Props = { siteId: string; actions: SavedReplyActions; onChange: (actions: SavedReplyActions) => void };

/** What happens when the reply is sent, besides sending it. Each can be removed. */
export function ActionChips({ siteId, actions, onChange }: Props) {
  const shown = useShownActions(siteId)(actions);
  return (
    <>
      <p role="status" className="sr-only">
        {shown.length > 0 && savedRepliesCopy.afterSending(shown.map(({ words }) => words))}
      </p>
      {shown.length > 0 && (
        <div className="flex max-h-36 flex-wrap items-center gap-1.5 overflow-y-auto px-3.5 py-2 text-sm pointer-coarse:max-h-52">
          <span aria-hidden className="text-quiet">
            {savedRepliesCopy.after}
          </span>
          <ul aria-label={savedRepliesCopy.after} className="contents">
            {shown.map(({ key, words, content, without }) => (
              <li
                key={key}
                className="flex max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-sunken ps-2.5"
              >
                {content}
                <button
                  type="button"
                  onClick={() => onChange(without)}
                  className="grid size-7 shrink-0 place-items-center rounded-full text-quiet transition-colors hover:text-ink pointer-coarse:h-9 pointer-coarse:w-11"
                >
                  <X size={14} aria-hidden />
                  <span className="sr-only">{savedRepliesCopy.removeAction(words)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

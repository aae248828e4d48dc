import { composerCopy } from "#components/catalogs/composer.tsx";
import { Button } from "#components/ui/button.tsx";

type Props = { text: string; onAdd: () => void; onDiscard: () => void; isNote: boolean };

/** Offers what its writer wrote on another device at the same time. */
export function OtherDraft({ text, onAdd, onDiscard, isNote }: Props) {
  return (
    <div role="status" className="border-b border-line px-3.5 py-2 text-sm">
      <p className={isNote ? "text-note-ink" : "text-quiet"}>{composerCopy.otherDraft}</p>
      <p dir="auto" className="mt-1 line-clamp-3 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      <div className="-mx-3 flex flex-wrap">
        <Button look="quiet" onClick={onAdd}>
          {composerCopy.addOtherDraft}
        </Button>
        <Button look="quiet" onClick={onDiscard}>
          {composerCopy.discardOtherDraft}
        </Button>
      </div>
    </div>
  );
}

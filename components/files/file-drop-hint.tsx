import { Paperclip } from "lucide-react";
import { filesCopy } from "#components/catalogs/files.tsx";

/** Covers the conversation while files are dragged over it. */
export function FileDropHint() {
  return (
    <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-2xl border-2 border-dashed border-accent bg-surface/90">
      <p className="flex items-center gap-2 font-medium text-accent">
        <Paperclip size={18} aria-hidden />
        {filesCopy.drop}
      </p>
    </div>
  );
}

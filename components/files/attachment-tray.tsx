import { FileText, RotateCw, X } from "lucide-react";
import type { Upload } from "#client/uploads.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { sizeWords } from "#platform/size-words.ts";
import { uploadWords } from "./upload-words.ts";
import type { Attachments } from "./use-attachments.ts";

type Change = { remove: (key: string) => void; retry: (key: string) => void };

/** The files that go with the reply that's being written, with how far each is. */
export function AttachmentTray({ uploads, remove, retry }: Pick<Attachments, "uploads"> & Change) {
  const done = uploads.filter(({ state }) => state === "done").length;
  const isReady = uploads.length > 0 && done === uploads.length;
  return (
    <>
      <p role="status" className="sr-only">
        {isReady && filesCopy.done(done)}
      </p>
      {uploads.length > 0 && (
        <ul aria-label={filesCopy.chosen} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto px-2 pt-2">
          {uploads.map((upload) => (
            <ChosenFile
              key={upload.key}
              upload={upload}
              onRemove={() => remove(upload.key)}
              onRetry={() => retry(upload.key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type Props = { upload: Upload; onRemove: () => void; onRetry: () => void };

function ChosenFile({ upload, onRemove, onRetry }: Props) {
  const isOnline = useOnline();
  const { name, size, state, sent } = upload;
  const words = uploadWords(upload, isOnline);
  const isFailed = state === "failed";
  return (
    <li
      className={classNames(
        "relative flex max-w-full min-w-0 items-center gap-2 overflow-hidden rounded-lg border ps-2.5 text-sm sm:max-w-64",
        isFailed ? "border-danger bg-danger-soft" : "border-line bg-sunken",
      )}
    >
      <FileText size={16} aria-hidden className="shrink-0 text-quiet" />
      <span className="min-w-0 py-1.5">
        <bdi className="block truncate" title={name}>
          {name}
        </bdi>
        <span
          role={isFailed ? "alert" : undefined}
          className={classNames("block text-xs tabular-nums", isFailed ? "text-danger" : "truncate text-quiet")}
        >
          {words ?? sizeWords(size)}
        </span>
      </span>
      <span className="flex shrink-0">
        {isFailed && canRetry(upload) && (
          <button type="button" onClick={onRetry} className={BUTTON}>
            <RotateCw size={15} aria-hidden />
            <span className="sr-only">{filesCopy.retry(<bdi>{name}</bdi>)}</span>
          </button>
        )}
        <button type="button" onClick={onRemove} className={BUTTON}>
          <X size={15} aria-hidden />
          <span className="sr-only">{filesCopy.remove(<bdi>{name}</bdi>)}</span>
        </button>
      </span>
      {state === "uploading" && (
        <progress
          value={sent}
          max={1}
          aria-hidden
          className="upload-progress absolute inset-x-0 bottom-0 h-0.5 w-full"
        />
      )}
    </li>
  );
}

// What the site refuses stays refused, and what isn't here can't be uploaded.
const canRetry = ({ size, problem }: Upload) =>
  size > 0 && ![413, 415].includes(problem?.status ?? 0) && !["gone", "unfinished"].includes(problem?.code ?? "");

const BUTTON =
  "grid size-9 place-items-center text-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:size-11";

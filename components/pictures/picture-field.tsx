"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useId, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { picturesCopy } from "#components/catalogs/pictures.tsx";
import { useFileDrop } from "#components/files/use-file-drop.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { showToast } from "#components/ui/toast.tsx";
import { PICTURE_MAX_SIZE } from "#lib/files/pictures/picture-size.ts";

type Props = {
  kind: "logo" | "photo";
  /** The route of the API that sets and removes it. */
  path: string;
  /** Whether there's one. */
  isSet: boolean;
  /** The picture, or what's shown without one. */
  children: ReactNode;
};

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif,image/avif";
// A slow connection sends 5 MB in two minutes, and other pictures may be decoded first.
const PATIENCE_MS = 180_000;

/** Uploads, replaces and removes a logo or photo, each at once. A file can be dropped on it too. */
export function PictureField({ kind, path, isSet, children }: Props) {
  const copy = picturesCopy[kind];
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const [running, setRunning] = useState<"upload" | "removal" | null>(null);
  const [error, setError] = useState<string>();

  const run = async (what: "upload" | "removal", file?: File) => {
    setRunning(what);
    setError(undefined);
    const call = file ? ({ method: "PUT", file, patienceMs: PATIENCE_MS } as const) : ({ method: "DELETE" } as const);
    const result = await callApi(path, call);
    setRunning(null);
    if (!result.ok) return setError(problemWords(result.problem));
    // The button that was pressed is gone.
    if (what === "removal") uploadButton.current?.focus();
    showToast({ words: file ? copy.saved : copy.removed });
    router.refresh();
  };
  const upload = ([file]: readonly File[]) => {
    if (!file || running) return;
    if (file.size > PICTURE_MAX_SIZE) setError(picturesCopy.tooLarge);
    else void run("upload", file);
  };
  const drop = useFileDrop(upload);

  return (
    <fieldset
      {...drop.handlers}
      aria-describedby={`${id}-hint`}
      className={classNames(
        "relative flex items-start gap-4 rounded-lg outline-offset-8",
        drop.isOver && "outline-2 outline-accent outline-dashed",
      )}
    >
      <legend className="mb-1.5 font-medium">{copy.title}</legend>
      <div className="shrink-0">{children}</div>
      <div className="min-w-0">
        {!isSet && <span className="sr-only">{copy.none}</span>}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={uploadButton}
            busy={running !== null}
            onClick={() => input.current?.click()}
            aria-describedby={error ? `${id}-error` : `${id}-hint`}
          >
            {running === "upload" ? picturesCopy.uploading : isSet ? copy.replace : copy.upload}
          </Button>
          {isSet && (
            <Button look="quiet" busy={running !== null} onClick={() => void run("removal")}>
              {running === "removal" ? picturesCopy.removing : copy.remove}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label={isSet ? copy.replace : copy.upload}
          onChange={({ currentTarget }) => {
            upload([...(currentTarget.files ?? [])]);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
        <p id={`${id}-hint`} className="mt-1.5 max-w-96 text-sm text-pretty text-quiet">
          {drop.isOver ? picturesCopy.drop : copy.hint}
        </p>
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 max-w-96 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}

function problemWords({ code, words }: ApiProblem): string {
  if (code === "payload_too_large") return picturesCopy.tooLarge;
  if (code === "file_kind_not_allowed") return picturesCopy.notPicture;
  if (code === "invalid_request") return picturesCopy.unreadable;
  return code === "unavailable" ? picturesCopy.busy : words;
}

"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { filesCopy } from "#components/catalogs/files.tsx";

type Props = { onChoose: (files: File[]) => void; className: string };

/** Opens the system's choice of files, on phones with the camera. */
export function AttachButton({ onChoose, className }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()} className={className}>
        <Paperclip size={16} aria-hidden />
        <span className="sr-only">{filesCopy.attach}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={filesCopy.attach}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

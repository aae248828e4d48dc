"use client";

import { Download, FileText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { MessageFile, UploadedFile } from "#client/live-event.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { sizeWords } from "#platform/size-words.ts";

const Gallery = lazy(() => import("./gallery.tsx").then(({ Gallery: component }) => ({ default: component })));

type Props = { files: readonly (MessageFile | UploadedFile)[]; isOwn: boolean };

const isSent = (file: MessageFile | UploadedFile): file is MessageFile => "url" in file;

/** The files of a message: pictures, players, and rows to download. Those of an unsent one have names only. */
export function MessageFiles({ files, isOwn }: Props) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const sent = files.filter(isSent);
  const pictures = sent.filter(({ id, kind }) => kind === "image" && !broken.includes(id));
  const others = files.filter((file) => !pictures.some(({ id }) => id === file.id));
  return (
    <div className={classNames("flex max-w-full min-w-0 flex-col gap-1", isOwn ? "items-end" : "items-start")}>
      {pictures.length > 0 && (
        <ul className={classNames("flex max-w-full flex-wrap gap-1", isOwn && "justify-end")}>
          {pictures.map((file) => (
            <li key={file.id} className="min-w-0">
              <button
                type="button"
                onClick={() => setOpened(file.id)}
                className="block overflow-hidden rounded-xl border border-line bg-sunken focus-visible:outline-offset-2"
              >
                {/* biome-ignore lint/performance/noImgElement: the service has made the sizes. */}
                <img
                  src={file.thumbnailUrl ?? file.url}
                  alt={filesCopy.picture(file.name)}
                  width={file.width}
                  height={file.height}
                  loading="lazy"
                  decoding="async"
                  onError={() => setBroken((before) => [...before, file.id])}
                  className={
                    pictures.length === 1
                      ? "h-auto max-h-80 w-auto max-w-full object-contain sm:max-w-80"
                      : "size-32 object-cover sm:size-36"
                  }
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.map((file) =>
        isSent(file) ? <OtherFile key={file.id} file={file} /> : <FileRow key={file.id} file={file} />,
      )}
      {opened !== null && (
        <Suspense>
          <Gallery pictures={pictures} first={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}

function OtherFile({ file }: { file: MessageFile }) {
  if (file.kind === "audio") {
    return (
      <figure className="w-80 max-w-full">
        {/* biome-ignore lint/a11y/useMediaCaption: people's recordings have none. */}
        <audio controls preload="metadata" src={file.url} aria-label={file.name} className="w-full" />
        <FileLink file={file} />
      </figure>
    );
  }
  if (file.kind === "video") {
    return (
      <figure className="w-80 max-w-full">
        {/* biome-ignore lint/a11y/useMediaCaption: people's recordings have none. */}
        <video
          controls
          preload="metadata"
          src={file.url}
          width={file.width}
          height={file.height}
          aria-label={file.name}
          className="h-auto max-h-80 w-full rounded-xl bg-sunken"
        />
        <FileLink file={file} />
      </figure>
    );
  }
  return <FileLink file={file} />;
}

const ROW = "flex max-w-full min-w-0 items-center gap-2.5 rounded-xl border border-line bg-surface px-3 py-2 text-sm";

function FileLink({ file }: { file: MessageFile }) {
  const { name, kind, size, url } = file;
  return (
    <a href={url} download={name} className={classNames(ROW, "w-fit hover:bg-hover pointer-coarse:min-h-11")}>
      <span className="sr-only">{filesCopy.downloadOf(<bdi>{name}</bdi>, filesCopy.kinds[kind], sizeWords(size))}</span>
      <FileParts file={file} />
      <Download size={15} aria-hidden className="shrink-0 text-quiet" />
    </a>
  );
}

const FileRow = ({ file }: { file: UploadedFile }) => (
  <p className={classNames(ROW, "opacity-70")}>
    <FileParts file={file} />
  </p>
);

function FileParts({ file: { name, size } }: { file: UploadedFile }) {
  return (
    <>
      <FileText size={18} aria-hidden className="shrink-0 text-quiet" />
      <span aria-hidden className="min-w-0">
        <bdi className="block truncate font-medium">{name}</bdi>
        <span className="block text-xs text-quiet">{sizeWords(size)}</span>
      </span>
    </>
  );
}

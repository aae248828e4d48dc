import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** Pictures and files in messages. */
export const filesCopy = catalog("files", {
  attach: "Attach files",
  chosen: "Files to send",
  drop: "Drop files here to attach them",
  remove: (name: ReactNode) => <>Remove {name}</>,
  retry: (name: ReactNode) => <>Retry {name}</>,
  waiting: "Waiting to upload",
  uploading: (percent: number) => `${percent}%`,
  checking: "Checking…",
  done: (count: number) => plural(count, { one: "The file is ready to send.", other: "# files are ready to send." }),
  uploadingHint: (count: number) => plural(count, { one: "Uploading a file…", other: "Uploading # files…" }),
  failedHint: "Remove the failed files",
  offline: "Waiting for a connection",
  unreachable: "Can’t reach the server. Trying again…",
  tooMany: (most: number) => `You can send up to ${most} files in one message. The rest weren’t added.`,
  problems: {
    tooLarge: (most: string | 0 | undefined) => (most ? `Larger than ${most}` : "Too large"),
    empty: "This file is empty",
    notAllowed: "This site doesn’t accept this kind of file",
    full: "The workspace’s storage is full",
    harmful: "The virus scanner rejected this file",
    sessionEnded: "Your session has expired",
    gone: "No longer available. Attach it again.",
    unfinished: "Not uploaded. Attach it again.",
    failed: "Couldn’t upload",
  },
  picture: (name: string) => `Picture: ${name}`,
  open: (name: ReactNode) => <>Open {name}</>,
  download: "Download",
  downloadOf: (name: ReactNode, kind: string, size: string) => (
    <>
      Download {name}, {kind}, {size}
    </>
  ),
  kinds: { image: "picture", audio: "audio", video: "video", file: "file" },
  accepted: "Files",
  acceptedHint: "Visitors and your team can send these. Location and device data are removed from photos.",
  groups: {
    images: "Pictures",
    video: "Videos",
    audio: "Audio",
    pdf: "PDF",
    documents: "Office documents",
    text: "Text",
  },
  space: "Files",
  spaceTaken: (used: string, quota: string, count: number) =>
    `${plural(count, { one: "1 file uses", other: "# files use" })} ${used} of ${quota}. Deleting conversations frees space.`,
  noSpaceTaken: (quota: string) => `No files yet. They can use up to ${quota}.`,
  previous: "Previous picture",
  next: "Next picture",
  position: (at: number, count: number) => `${at} of ${count}`,
  close: "Close",
});

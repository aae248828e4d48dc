import { fileLinks, type Viewer } from "./links.ts";
import { kindOf } from "./rules.ts";
import type { FileJson, UploadedFileJson } from "./schema.ts";
import type { FileRow } from "./statements.ts";

export const toUploadedFileJson = ({
  id,
  name,
  mediaType,
  size,
  width,
  height,
  thumbnails,
}: Omit<FileRow, "messageId" | "workspaceId">): UploadedFileJson => ({
  id,
  name,
  mediaType,
  size,
  kind: kindOf({ mediaType, width, height, thumbnails }),
  ...(width !== null && { width }),
  ...(height !== null && { height }),
});

export const toFileJson = (file: FileRow, viewer: Viewer): FileJson => ({
  ...toUploadedFileJson(file),
  ...fileLinks(file, viewer),
});

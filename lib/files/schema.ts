import { z } from "zod";
import { uuid } from "#platform/uuid.ts";

/** The kinds of files that a site can accept. */
export const FILE_KINDS = ["images", "audio", "video", "pdf", "documents", "text"] as const;

export const fileKinds = z
  .array(z.enum(FILE_KINDS, `must be ${FILE_KINDS.join(", ")}`))
  .max(FILE_KINDS.length, `must be at most ${FILE_KINDS.length} kinds`)
  .refine((kinds) => new Set(kinds).size === kinds.length, "must not contain a kind twice")
  .meta({ uniqueItems: true })
  .describe("Which kinds of files people and visitors can send. Empty: none.");

/** What can be sent to a site. */
export const FileLimits = z
  .strictObject({
    kinds: z.array(z.enum(FILE_KINDS)).describe("Empty: no files."),
    maxSize: z.int().describe("In bytes."),
    maxCount: z.int().describe("Of one message."),
  })
  .meta({ id: "FileLimits" });

export const FileParams = z.object({
  fileId: uuid,
  name: z.string().describe("The file's name. Any other works too."),
});

/** How large a picture is shown. */
export const FILE_SIZES = ["small", "large"] as const;
export type FileSize = (typeof FILE_SIZES)[number];

export const FileQuery = z.object({
  size: z
    .enum(FILE_SIZES, "must be small or large")
    .exactOptional()
    .describe("A smaller picture, as WebP. Until it exists, and for other files, it's the file itself."),
  visitor: uuid.exactOptional().describe("Of a signed link: the visitor it was made for."),
  member: uuid.exactOptional().describe("Of a signed link: the person it was made for."),
  expires: z
    .string()
    .regex(/^\d{1,12}$/, "must be a number of seconds")
    .exactOptional()
    .describe("Of a signed link: until when it works, in seconds since 1970."),
  signature: z.string().max(100).exactOptional().describe("Of a signed link."),
});
export type FileQuery = z.infer<typeof FileQuery>;

export const UploadQuery = z.object({ siteId: uuid });

const described = {
  id: z.uuid(),
  name: z.string().describe("As it was uploaded, without invisible characters, and cut to 120."),
  mediaType: z.string().describe("Recognized by the service from the content."),
  size: z.int().describe("In bytes, as stored: without the metadata that was removed."),
  kind: z.enum(["image", "audio", "video", "file"]).describe("How it can be shown. A `file` can only be downloaded."),
  width: z.int().exactOptional().describe("In pixels, as shown."),
  height: z.int().exactOptional(),
};

/** A file that was uploaded, and isn't in a message yet. */
export const UploadedFileJson = z.strictObject(described).meta({ id: "UploadedFile" });
export type UploadedFileJson = z.infer<typeof UploadedFileJson>;

export const UploadResponse = z.strictObject({ file: UploadedFileJson });

/** A file of a message. */
export const FileJson = z
  .strictObject({
    ...described,
    url: z
      .string()
      .describe("For a visitor, it works for at least half an hour. For a member, with their session or key."),
    thumbnailUrl: z.string().exactOptional().describe("Of a picture: at most 360 pixels wide or high."),
    previewUrl: z.string().exactOptional().describe("Of a picture: at most 1,600 pixels wide or high."),
  })
  .meta({ id: "File" });
export type FileJson = z.infer<typeof FileJson>;

export const FileUseResponse = z.strictObject({
  files: z.strictObject({
    count: z.int(),
    bytes: z.int(),
    quota: z.int().describe("How many bytes they may take. An upload past it gets `quota_exceeded`."),
  }),
});

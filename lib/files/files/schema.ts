import { z } from "zod";
import { uuid } from "#platform/uuid.ts";

/** The kinds of files that a site can accept. */
export const FILE_KINDS = ["images", "audio", "video", "pdf", "documents", "text"] as const;

export const fileKinds = z
  .array(z.enum(FILE_KINDS, `must be ${FILE_KINDS.join(", ")}`))
  .max(FILE_KINDS.length, `must be at most ${FILE_KINDS.length} kinds`)
  .refine((kinds) => new Set(kinds).size === kinds.length, "must not contain a kind twice")
  .meta({ uniqueItems: true })
  .describe("The kinds of files that teammates and visitors can send. If empty, none.");

/** What can be sent to a site. */
export const FileLimits = z
  .strictObject({
    kinds: z.array(z.enum(FILE_KINDS)).describe("If empty, no files are accepted."),
    maxSize: z.int().describe("In bytes."),
    maxCount: z.int().describe("How many files one message can have."),
  })
  .meta({ id: "FileLimits" });

export const FileParams = z.object({
  fileId: uuid,
  name: z.string().describe("The file's name. Any other name works too."),
});

/** How large a picture is shown. */
export const FILE_SIZES = ["small", "large"] as const;
export type FileSize = (typeof FILE_SIZES)[number];

export const FileQuery = z.object({
  size: z
    .enum(FILE_SIZES, "must be small or large")
    .exactOptional()
    .describe("Returns a thumbnail, as WebP. Until it exists, and for other files, the file itself is returned."),
  workspaceId: uuid.exactOptional().describe("For members: the workspace, unless it's their default one."),
  visitor: uuid.exactOptional().describe("In a signed link, the visitor it was made for."),
  member: uuid.exactOptional().describe("In a signed link, the member it was made for."),
  expires: z
    .string()
    .regex(/^\d{1,12}$/, "must be a number of seconds")
    .exactOptional()
    .describe("In a signed link, when it expires, in seconds since 1970."),
  signature: z.string().max(100).exactOptional().describe("In a signed link, its signature."),
});
export type FileQuery = z.infer<typeof FileQuery>;

export const UploadQuery = z.object({ siteId: uuid });

const described = {
  id: z.uuid(),
  name: z
    .string()
    .describe(
      "As uploaded, but without invisible characters, cut to 120 characters, and with an extension that matches the content.",
    ),
  mediaType: z.string().describe("Recognized by the service from the content."),
  size: z.int().describe("In bytes, as stored, after metadata was removed."),
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
      .describe("For a visitor, it works for at least half an hour. For a member, it needs their session or key."),
    thumbnailUrl: z.string().exactOptional().describe("Of a picture: at most 360 pixels wide or high."),
    previewUrl: z.string().exactOptional().describe("Of a picture: at most 1,600 pixels wide or high."),
  })
  .meta({ id: "File" });
export type FileJson = z.infer<typeof FileJson>;

export const FileUseResponse = z.strictObject({
  files: z.strictObject({
    count: z.int(),
    bytes: z.int(),
    quota: z.int().describe("The most bytes they may take. An upload beyond that gets `quota_exceeded`."),
  }),
});

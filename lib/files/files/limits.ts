import type { z } from "zod";
import { env } from "#platform/env.ts";
import { FILES_MAX_COUNT } from "./file-count.ts";
import { FILE_KINDS, type FileLimits } from "./schema.ts";

/** Returns what can be sent to a site that accepts these kinds. */
export const fileLimits = (kinds: readonly string[] | null): z.infer<typeof FileLimits> => ({
  kinds: FILE_KINDS.filter((kind) => kinds?.includes(kind)),
  maxSize: env().FILES_MAX_SIZE,
  maxCount: FILES_MAX_COUNT,
});

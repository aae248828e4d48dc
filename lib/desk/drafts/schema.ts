import { z } from "zod";
import { codePoints } from "#platform/characters.ts";
import { dateTime } from "#platform/timestamp.ts";
import { DRAFT_MAX } from "./draft-length.ts";

export const DraftKind = z.enum(["reply", "note"], "must be reply or note");
export type DraftKind = z.infer<typeof DraftKind>;

// Unlike a message's text, it may be blank: it's as far as its writer got.
const draftText = z
  .string()
  .refine((text) => !text.includes("\0"), "must not contain a NUL character")
  .refine((text) => text.isWellFormed(), "must be well-formed Unicode")
  .refine((text) => codePoints(text) <= DRAFT_MAX, `must be at most ${DRAFT_MAX} characters`)
  .meta({ maxLength: DRAFT_MAX, pattern: "^[^\\u0000]*$" });

const version = z.int("must be a whole number").min(0);

export const StoreDraftBody = z
  .object({
    kind: DraftKind,
    body: draftText.describe("The text. Without it and `other`, the draft is removed."),
    other: draftText
      .exactOptional()
      .describe("A text from another device that `body` replaces. The person is offered it until it's removed."),
    version: version.describe(
      "The `version` that this replaces, or 0 if there's none. If it isn't the stored one, it's a `conflict`.",
    ),
  })
  .meta({ examples: [{ kind: "reply", body: "Hi Grace, I", version: 0 }] });
export type StoreDraftBody = z.infer<typeof StoreDraftBody>;

export const DraftJson = z
  .strictObject({
    kind: DraftKind,
    body: z.string(),
    other: z.string().exactOptional(),
    version: z.int().describe("Higher with every change. 0 if there's no draft."),
    updatedAt: dateTime.exactOptional(),
  })
  .meta({ id: "Draft" });
export type DraftJson = z.infer<typeof DraftJson>;

export const DraftResponse = z.strictObject({ draft: DraftJson });
export const DraftListResponse = z.strictObject({ drafts: z.array(DraftJson) });

import type { Draft } from "#prisma-client";
import type { DraftJson, DraftKind } from "./schema.ts";

export type DraftVersion = Pick<DraftJson, "kind" | "version">;

export const toDraftVersion = ({ kind, version }: Pick<Draft, "kind" | "version">): DraftVersion => ({
  kind: kind as DraftKind,
  version: Number(version),
});

export const toDraftJson = ({ body, other, updatedAt, ...draft }: Draft): DraftJson => ({
  ...toDraftVersion(draft),
  body,
  ...(other !== null && { other }),
  updatedAt: updatedAt.toISOString(),
});

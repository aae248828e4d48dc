import type { Draft } from "#prisma-client";
import type { DraftJson, DraftKind } from "./schema.ts";

export const toDraftJson = ({ kind, body, other, version, updatedAt }: Draft): DraftJson => ({
  kind: kind as DraftKind,
  body,
  ...(other !== null && { other }),
  version: Number(version),
  updatedAt: updatedAt.toISOString(),
});

import { type Transaction, transaction } from "#platform/database/database.ts";
import { isMissingParent } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { Draft } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { StoreDraftBody } from "./schema.ts";

/**
 * Replaces the caller's own draft of a conversation, or removes it if there's no text. Returns what's stored then. Throws
 * `not_found`, or `conflict` if another device has stored one since the given version.
 */
export async function storeDraft(
  scope: OwnerScope,
  conversationId: string,
  input: StoreDraftBody,
): Promise<Draft | null> {
  const store = async (tx: Transaction) => {
    const conversation = await tx.conversation.findFirst({
      where: { ...onSites(scope), id: conversationId },
      select: { workspaceId: true, siteId: true, visitorId: true },
    });
    if (!conversation) throw new AppError("not_found");
    const { kind, body, version, other } = input;
    const isRemoved = body === "" && !other;
    const draft = isRemoved ? null : draftOf(scope, conversationId, input);
    const place = { userId: scope.userId, conversationId, kind };
    if (!(await replace(tx, { ...place, version }, draft))) {
      const stored = await tx.draft.findUnique({ where: { userId_conversationId_kind: place } });
      // The same request came before, and its response was lost.
      if ((stored?.body ?? "") === body && (stored?.other ?? "") === (other ?? "")) return stored;
      throw new AppError("conflict", { detail: "Another device has stored a draft since. Get it first." });
    }
    const change = { kind: "draft", userId: scope.userId, draft: kind, version: Number(draft?.version ?? 0) } as const;
    tx.afterCommit(() => publishChange({ ...change, ...conversation, conversationId }));
    return draft;
  };
  return transaction(store).catch((error: unknown) => {
    // The conversation was deleted meanwhile.
    throw isMissingParent(error) ? new AppError("not_found") : error;
  });
}

// By the clock, so that a version doesn't come again after a draft was removed.
const draftOf = (
  { userId }: OwnerScope,
  conversationId: string,
  { kind, body, other, version }: StoreDraftBody,
): Draft => ({
  userId,
  conversationId,
  kind,
  body,
  other: other || null,
  version: BigInt(Math.max(version + 1, Date.now())),
  updatedAt: new Date(),
});

type Place = Pick<Draft, "userId" | "conversationId" | "kind"> & { version: number };

/** Puts a draft in the place of the one that has the version, or of none. Returns whether that one was there. */
async function replace(tx: Transaction, { version, ...place }: Place, draft: Draft | null): Promise<boolean> {
  if (version > 0) {
    const where = { ...place, version };
    const { count } = draft ? await tx.draft.updateMany({ where, data: draft }) : await tx.draft.deleteMany({ where });
    return count > 0;
  }
  if (!draft) return false;
  const { count } = await tx.draft.createMany({ data: draft, skipDuplicates: true });
  return count > 0;
}

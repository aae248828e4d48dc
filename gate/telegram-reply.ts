import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Row = MembershipRow & { userId: string };

/**
 * Admits the person behind a connected Telegram chat to a conversation, by the access they have now. Null if they have
 * none, or if the chat was disconnected. The channel is their session.
 */
export async function ownerOfTelegramReply({
  channelId,
  conversationId,
}: {
  channelId: string;
  conversationId: string;
}): Promise<OwnerScope | null> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT u.id AS "userId", member.*
    FROM channels ch JOIN users u ON u.id = ch.user_id AND u.closed_at IS NULL AND u.disabled_at IS NULL,
      conversations c CROSS JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`
        m.workspace_id = c.workspace_id AND m.user_id = ch.user_id
        AND (m.site_ids IS NULL OR c.site_id = ANY (m.site_ids))`,
        Prisma.sql`EXISTS (
          SELECT FROM oidc_identities i WHERE i.user_id = m.user_id AND i.issuer = ${oidcProvider()?.issuer ?? null}
        )`,
      )}
    ) member
    WHERE ch.id = ${channelId}::uuid AND ch.stopped_at IS NULL AND ch.workspace_id = c.workspace_id
      AND c.id = ${conversationId}::uuid`);
  if (!row || row.isFactorMissing || row.isOidcMissing) return null;
  const { userId, ...membership } = row;
  const person = { userId, sessionId: channelId, access: "write", tokenEndsAt: null, via: "telegram" } as const;
  return memberScope(person, membership, { id: null, isValid: true });
}

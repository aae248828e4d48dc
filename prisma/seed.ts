import { previewOf } from "#lib/desk/messages/rules.ts";
import { createOwner } from "#lib/people/owners/create-owner.system.ts";
import { db } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { newId } from "#platform/new-id.ts";
import { SEED_CONVERSATIONS, SEED_SITES, type SeedConversation } from "./seed-conversations.ts";

export const DEMO_EMAIL = "demo@example.com";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Keys = { userId: string; workspaceId: string; siteId: string };

async function makeSites(workspaceId: string) {
  const createdAt = new Date(Date.now() - 30 * DAY_MS);
  const ids = { pottery: newId(), bikes: newId() };
  for (const key of ["pottery", "bikes"] as const) {
    const publicKey = `pk_demo_${ids[key].replaceAll("-", "")}`;
    const moments = { createdAt, updatedAt: createdAt };
    await db().site.create({ data: { id: ids[key], workspaceId, publicKey, ...SEED_SITES[key], ...moments } });
  }
  return ids;
}

function messageTimes({ ago, lines }: SeedConversation): Date[] {
  const total = lines.reduce((sum, [, minutes]) => sum + minutes, 0);
  let at = Date.now() - (ago + total) * MINUTE_MS;
  return lines.map(([, minutes]) => {
    at += minutes * MINUTE_MS;
    return new Date(at);
  });
}

async function makeConversation(seed: SeedConversation, { userId, workspaceId, siteId }: Keys): Promise<void> {
  const [visitorId, conversationId] = [newId(), newId()];
  const times = messageTimes(seed);
  const [first = new Date(), last = new Date()] = [times[0], times.at(-1)];
  const lastSeq = seed.lines.length;
  const ownerReadSeq = lastSeq - (seed.unread ?? 0);
  const moments = { createdAt: first, updatedAt: last };
  const senders = seed.lines.map(([senderType]) => senderType);
  const isWaiting = seed.status !== "closed" && senders.at(-1) === "visitor";
  await db().visitor.create({ data: { id: visitorId, siteId, workspaceId, ...seed.visitor, ...moments } });
  await db().conversation.create({
    data: {
      id: conversationId,
      workspaceId,
      siteId,
      visitorId,
      status: seed.status ?? "open",
      pageUrl: seed.page,
      lastSeq,
      lastMessageAt: last,
      lastMessagePreview: previewOf(seed.lines.at(-1)?.[2] ?? ""),
      ownerReadSeq,
      visitorReadSeq: lastSeq,
      ownerUnreadCount: seed.lines.slice(ownerReadSeq).filter(([senderType]) => senderType === "visitor").length,
      lastReadByOwnerAt: ownerReadSeq > 0 ? last : null,
      lastMessageBy: senders.at(-1) ?? null,
      waitingSince: isWaiting ? (times[senders.lastIndexOf("owner") + 1] ?? last) : null,
      firstReplyAt: times[senders.indexOf("owner")] ?? null,
      firstPageUrl: seed.page,
      ...moments,
      messages: {
        create: seed.lines.map(([senderType, , body], at) => ({
          id: newId(),
          workspaceId,
          seq: at + 1,
          senderType,
          senderId: senderType === "owner" ? userId : visitorId,
          body,
          createdAt: times[at] ?? last,
        })),
      },
    },
  });
}

/** Recreates the demo account, with two sites and an inbox that looks lived in. Other accounts are untouched. */
export async function seedDemo(password: string): Promise<void> {
  await db().user.deleteMany({ where: { emailKey: emailKey(DEMO_EMAIL) } });
  const user = await createOwner({ email: DEMO_EMAIL, password, name: "Demo owner" });
  const { id: workspaceId } = await db().workspace.findFirstOrThrow({ where: { ownerId: user.id } });
  const sites = await makeSites(workspaceId);
  for (const seed of SEED_CONVERSATIONS) {
    await makeConversation(seed, { userId: user.id, workspaceId, siteId: sites[seed.site] });
  }
}

import { toAttributesJson } from "../../desk/attributes/json.ts";
import type { ConversationVisitor } from "./queries.ts";
import type { ConversationVisitorJson } from "./schema.ts";

export function toConversationVisitorJson(visitor: ConversationVisitor): ConversationVisitorJson {
  const { id, name, email, externalId, isVerified, firstSeenAt, collectsDetails, conversations } = visitor;
  return {
    id,
    personId: visitor.personId,
    ...(name !== null && { name }),
    ...(email !== null && { email }),
    ...(externalId !== null && { externalId }),
    verified: isVerified,
    firstSeenAt: firstSeenAt.toISOString(),
    ...(visitor.attributes !== null && { attributes: toAttributesJson(visitor.attributes) }),
    ...(visitor.hasCard && { hasCard: true as const }),
    ...(collectsDetails && { details: detailsOf(visitor) }),
    conversations: conversations.map(({ lastMessageAt, ...other }) => ({
      ...other,
      lastMessageAt: lastMessageAt.toISOString(),
    })),
    conversationCount: visitor.conversationCount,
    ...(visitor.openConversationId !== null && { openConversationId: visitor.openConversationId }),
  };
}

function detailsOf({ browser, system, language, timeZone, pages }: ConversationVisitor) {
  return {
    ...(browser !== null && { browser }),
    ...(system !== null && { system }),
    ...(language !== null && { language }),
    ...(timeZone !== null && { timeZone }),
    pages: pages ?? [],
  };
}

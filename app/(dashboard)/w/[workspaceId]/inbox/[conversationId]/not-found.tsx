import type { Metadata } from "next";
import { shellCopy } from "#components/catalogs/shell.ts";
import { GoneConversation } from "#components/conversation/gone-conversation.tsx";

export const metadata: Metadata = { title: shellCopy.notFoundTitle };

export default function ConversationNotFound() {
  return <GoneConversation />;
}

import type { Metadata } from "next";
import { ConversationHeader } from "#components/conversation/conversation-header.tsx";
import { MarkRead } from "#components/conversation/mark-read.tsx";
import { Thread } from "#components/conversation/thread.tsx";
import { VisitorDetails } from "#components/conversation/visitor-details.tsx";
import { inboxPath } from "#components/inbox/inbox-filter.ts";
import { InboxFrame } from "#components/inbox/inbox-frame.tsx";
import { readInboxFilter } from "#components/inbox/read-inbox-filter.ts";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { requirePageOwner } from "#lib/auth/page-owner.ts";
import { loadInbox } from "../load-inbox.ts";
import { loadConversation } from "./load-conversation.ts";

type Props = {
  params: Promise<{ conversationId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

async function readAddress({ params, searchParams }: Props) {
  const [{ conversationId }, search] = await Promise.all([params, searchParams]);
  const filter = readInboxFilter(search);
  return { conversationId, filter, scope: await requirePageOwner(inboxPath(filter, conversationId)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { scope, conversationId } = await readAddress(props);
  return { title: visitorName((await loadConversation(scope, conversationId)).conversation) };
}

export default async function ConversationPage(props: Props) {
  const { scope, conversationId, filter } = await readAddress(props);
  const [{ conversation, newest }, { page, sites }] = await Promise.all([
    loadConversation(scope, conversationId),
    loadInbox(scope, filter),
  ]);
  const siteColor = sites.find(({ id }) => id === conversation.siteId)?.accentColor;
  return (
    <InboxFrame filter={filter} sites={sites} page={page} selectedId={conversation.id}>
      <article aria-labelledby="conversation-heading" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationHeader conversation={conversation} filter={filter} siteColor={siteColor} />
        <Thread
          key={conversation.id}
          conversationId={conversation.id}
          visitor={visitorName(conversation)}
          newest={newest}
        />
      </article>
      <VisitorDetails conversation={conversation} siteColor={siteColor} />
      <MarkRead conversationId={conversation.id} seq={newest.messages.at(-1)?.seq ?? 0} />
    </InboxFrame>
  );
}

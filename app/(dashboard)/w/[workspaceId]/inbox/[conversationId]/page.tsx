import type { Metadata } from "next";
import { ConversationPane } from "#components/conversation/conversation-pane.tsx";
import { inboxPath } from "#components/filter/inbox-filter.ts";
import { readInboxFilter } from "#components/filter/read-inbox-filter.ts";
import { InboxFrame } from "#components/inbox/inbox-frame.tsx";
import { packPage } from "#components/inbox/packed-page.ts";
import { pageTitle } from "#components/shell/page-title.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { requirePageOwner } from "#gate/page-owner.ts";
import { listedSites, loadInbox } from "../load-inbox.ts";
import { loadConversation } from "./load-conversation.ts";

type Props = {
  params: Promise<{ workspaceId: string; conversationId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

async function readAddress({ params, searchParams }: Props) {
  const [{ conversationId }, search] = await Promise.all([params, searchParams]);
  const filter = readInboxFilter(search);
  return { conversationId, filter, scope: await requirePageOwner(params, inboxPath(filter, conversationId)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { scope, conversationId } = await readAddress(props);
  return { title: pageTitle(visitorName((await loadConversation(scope, conversationId)).conversation)) };
}

export default async function ConversationPage(props: Props) {
  const { scope, conversationId, filter } = await readAddress(props);
  const [{ conversation, ...thread }, { page, sites }] = await Promise.all([
    loadConversation(scope, conversationId),
    loadInbox(scope, filter),
  ]);
  const siteColor = sites.find(({ id }) => id === conversation.siteId)?.accentColor;
  return (
    <InboxFrame filter={filter} sites={listedSites(sites)} page={packPage(page)} selectedId={conversation.id}>
      <ConversationPane
        key={conversation.id}
        brought={conversation}
        {...thread}
        filter={filter}
        siteColor={siteColor}
      />
    </InboxFrame>
  );
}

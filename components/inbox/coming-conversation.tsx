import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { ConversationTitle } from "#components/conversation/conversation-heading.tsx";
import type { StoredConversation } from "#components/conversation/stored-conversation.tsx";
import type { FilterSite, InboxFilter } from "#components/filter/inbox-filter.ts";
import { TriageLine } from "#components/triage/triage-line.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Lead } from "#components/ui/lead.tsx";
import { openWaitingPage, type WaitingPage } from "#components/ui/reach.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { VisitorPanel } from "#components/visitor/visitor-panel.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";

type Props = {
  conversation: ConversationJson;
  filter: InboxFilter;
  sites: readonly FilterSite[];
  /** Set while the server can't be reached. */
  waiting: WaitingPage | undefined;
  /** The visitor of the conversation that's still open below. */
  openName: string | undefined;
  onStay: () => void;
};

/** Shown while a conversation loads: if the server can't be reached, what this browser stored of it. */
export function ComingConversation(props: Props) {
  const { conversation, filter, sites, waiting, onStay } = props;
  const [hasWaited, setHasWaited] = useState(false);
  // Until the page is there: what's read stays in view.
  if (waiting && !hasWaited) setHasWaited(true);
  const Stored = useStored(hasWaited);
  const coming = <Coming {...props} />;
  if (!Stored) return coming;
  return (
    <Stored
      conversationId={conversation.id}
      filter={filter}
      sites={sites}
      isReady={waiting?.isReady === true}
      onBack={onStay}
      otherwise={coming}
    />
  );
}

type Stored = ComponentType<ComponentProps<typeof StoredConversation>>;

/** Loads what shows stored conversations. If that fails, there's nothing to show. */
function useStored(isWanted: boolean): Stored | undefined {
  const [loaded, setLoaded] = useState<Stored>();
  useEffect(() => {
    if (!isWanted) return;
    import("#components/conversation/stored-conversation.tsx").then(
      ({ StoredConversation }) => setLoaded(() => StoredConversation),
      () => undefined,
    );
  }, [isWanted]);
  return loaded;
}

/** What the list knows about the conversation, and a skeleton. */
function Coming({ conversation, filter, sites, waiting, openName, onStay }: Props) {
  const siteColor = sites.find(({ id }) => id === conversation.siteId)?.accentColor;
  const isOnline = useOnline();
  // A connection that recovers at once needs no announcement.
  const delay = !waiting ? "soon" : isOnline && !waiting.isReady && "late";
  const canReply = !conversation.spam && !conversation.visitorBlocked;
  return (
    <div
      data-conversation
      className={classNames("absolute inset-0 z-10 flex bg-surface md:start-76 lg:start-90", delay)}
    >
      <div className="flex min-w-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)]">
        <header className="shrink-0 border-b border-line px-4 py-3 md:px-6">
          <div className="flex min-h-11 items-center gap-2">
            <ConversationTitle
              as="p"
              conversation={conversation}
              filter={filter}
              siteColor={siteColor}
              onBack={waiting && onStay}
            />
          </div>
          <TriageLine conversation={conversation} />
        </header>
        {waiting ? (
          <div role="status" className="m-auto">
            <Waiting waiting={waiting} isOnline={isOnline} openName={openName} onStay={onStay} />
          </div>
        ) : (
          <Skeleton canReply={canReply} />
        )}
      </div>
      <VisitorPanel conversation={conversation} siteColor={siteColor} isComing />
    </div>
  );
}

type WaitingProps = Pick<Props, "openName" | "onStay"> & { waiting: WaitingPage; isOnline: boolean };

function Waiting({ waiting, isOnline, openName, onStay }: WaitingProps) {
  const stay = openName !== undefined && <Button onClick={onStay}>{inboxCopy.backTo(<bdi>{openName}</bdi>)}</Button>;
  if (waiting.isReady) {
    return (
      <Lead
        title={inboxCopy.backOnlineTitle}
        action={
          <>
            <Button look="primary" onClick={openWaitingPage}>
              {inboxCopy.openConversation}
            </Button>
            {stay}
          </>
        }
      >
        {inboxCopy.backOnlineHint}
      </Lead>
    );
  }
  return (
    <Lead title={isOnline ? inboxCopy.unreachableTitle : inboxCopy.offlineTitle} action={stay}>
      <p>
        {isOnline ? inboxCopy.unreachableHint : inboxCopy.offlineHint}{" "}
        {openName === undefined ? inboxCopy.meanwhileInList : inboxCopy.meanwhile(<bdi>{openName}</bdi>)}
      </p>
    </Lead>
  );
}

const BUBBLES = ["w-3/5 h-14", "w-2/5 h-9", "w-1/2 h-14 ms-auto", "w-1/3 h-9 ms-auto"];

/** Has the size of what comes: messages, the line for typing, and the composer. */
function Skeleton({ canReply }: { canReply: boolean }) {
  return (
    <div aria-hidden className="flex min-h-0 flex-1 flex-col">
      <div className="grid flex-1 content-start gap-3 px-4 pt-9 md:px-6">
        {BUBBLES.map((size) => (
          <div key={size} className={`max-w-120 rounded-xl bg-sunken ${size}`} />
        ))}
      </div>
      {canReply && (
        <div data-skeleton="composer" className="shrink-0 px-3 pt-5 pb-3 md:px-5 md:pb-4">
          <div className="h-30 rounded-xl border border-line pointer-coarse:h-38" />
        </div>
      )}
    </div>
  );
}

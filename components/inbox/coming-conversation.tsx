import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useFirstArrival } from "#components/conversation/arrival.ts";
import { ConversationHeader } from "#components/conversation/conversation-header.tsx";
import type { StoredConversation } from "#components/conversation/stored-conversation.tsx";
import { useWriting } from "#components/conversation/use-writing.ts";
import { WritingBox } from "#components/conversation/writing-box.tsx";
import type { FilterSite, InboxFilter } from "#components/filter/inbox-filter.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Lead } from "#components/ui/lead.tsx";
import { openWaitingPage, type WaitingPage } from "#components/ui/reach.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { VisitorPanel } from "#components/visitor/visitor-panel.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

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
  if (!Stored) return <Coming {...props} isStored={hasWaited && Stored === undefined} />;
  return (
    <Stored
      conversationId={conversation.id}
      filter={filter}
      sites={sites}
      isReady={waiting?.isReady === true}
      onBack={onStay}
      otherwise={<Coming {...props} isStored={false} />}
    />
  );
}

type Stored = ComponentType<ComponentProps<typeof StoredConversation>>;

/** Loads what shows stored conversations. Undefined until then, and null if that fails: then there's nothing to show. */
function useStored(isWanted: boolean): Stored | null | undefined {
  const [loaded, setLoaded] = useState<Stored | null>();
  useEffect(() => {
    if (!isWanted) return;
    import("#components/conversation/stored-conversation.tsx").then(
      ({ StoredConversation }) => setLoaded(() => StoredConversation),
      () => setLoaded(null),
    );
  }, [isWanted]);
  return loaded;
}

/**
 * What the list knows about the conversation, and a skeleton of its messages. What can be done with it is there at once,
 * so that no key gets lost or reaches something else.
 */
function Coming({ conversation, filter, sites, waiting, openName, onStay, isStored }: Props & { isStored: boolean }) {
  const { id, spam, visitorBlocked } = conversation;
  const siteColor = sites.find((site) => site.id === conversation.siteId)?.accentColor;
  const isOnline = useOnline();
  const writing = useWriting(conversation);
  useFirstArrival(id, writing.area);
  // What arrives while it loads isn't seen.
  const [seen] = useState({ seenSeq: conversation.lastSeq, seenNote: conversation.noteSeq });
  const seenOf = () => seen;
  // A connection that recovers at once needs no announcement.
  const delay = !waiting ? "soon" : isOnline && !waiting.isReady && "late";
  const canReply = !spam && !visitorBlocked;
  const isComing = !waiting || isStored;
  return (
    <div
      data-conversation
      data-coming={id}
      className={classNames("absolute inset-0 z-10 flex bg-surface md:start-76 lg:start-90", delay)}
    >
      <div className="flex min-w-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)] xl:me-72">
        <ConversationHeader
          conversation={conversation}
          filter={filter}
          siteColor={siteColor}
          onBack={waiting && onStay}
          seenOf={seenOf}
        />
        {isComing ? (
          <Skeleton />
        ) : (
          <div role="status" className="m-auto">
            <Waiting waiting={waiting} isOnline={isOnline} openName={openName} onStay={onStay} />
          </div>
        )}
        {isComing && canReply && (
          // Visible without a delay, because what's hidden can't have the focus.
          <div className="visible shrink-0 bg-surface pt-5">
            <WritingBox conversation={conversation} filter={filter} writing={writing} seenOf={seenOf} />
          </div>
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

/** Looks like messages. */
function Skeleton() {
  return (
    <div aria-hidden className="grid min-h-0 flex-1 content-start gap-3 overflow-hidden px-4 pt-9 md:px-6">
      {BUBBLES.map((size) => (
        <div key={size} className={`max-w-120 rounded-xl bg-sunken ${size}`} />
      ))}
    </div>
  );
}

"use client";

import { BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { visitorCopy } from "#components/catalogs/visitor.tsx";
import { Moment } from "#components/time/moment.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { SiteDot } from "#components/ui/site-dot.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { Avatar } from "./avatar.tsx";
import { BouncedEmail } from "./bounced-email.tsx";
import { PageLink } from "./page-link.tsx";
import { useVisitorFacts, type VisitorPlace } from "./use-visitor-facts.ts";

type Props = {
  conversation: ConversationJson;
  siteColor: string | undefined;
  /** The conversation is still loading, and what isn't known yet is fetched after it. */
  isComing?: boolean;
};

/**
 * Shows the visitor next to the conversation on wide screens. It's in the conversation's margin, as a long page is drawn before
 * this has arrived.
 */
export function VisitorPanel(props: Props) {
  return (
    <aside
      aria-label={visitorCopy.panel}
      className="relative -ms-72 hidden w-72 shrink-0 overflow-y-auto border-s border-line bg-paper px-5 py-5 xl:block"
    >
      <AboutVisitor {...props} place="panel" />
    </aside>
  );
}

/** What's known about a conversation's visitor. */
export function AboutVisitor({ conversation, siteColor, isComing = false, place }: Props & { place: VisitorPlace }) {
  const { visitorName, visitorEmail, visitorPhone, visitorExternalId, visitorVerified, siteName, pageUrl, createdAt } =
    conversation;
  const Heading = place === "panel" ? "h2" : "h3";
  const isClaimed =
    !visitorVerified && (visitorName ?? visitorEmail ?? visitorPhone ?? visitorExternalId) !== undefined;
  return (
    <>
      <div className="mb-5 flex items-center gap-3">
        <Avatar id={conversation.visitorId} name={conversation.visitorName} />
        <div className="min-w-0">
          <Heading className="line-clamp-3 font-semibold wrap-anywhere" title={visitorName}>
            {visitorName ? (
              <bdi>{visitorName}</bdi>
            ) : (
              <span className="font-normal text-quiet">{visitorCopy.noName}</span>
            )}
          </Heading>
          {visitorVerified && (
            <p className="flex items-center gap-1 text-sm text-accent">
              <BadgeCheck size={16} aria-hidden className="shrink-0" />
              <span className="truncate">{visitorCopy.verifiedBy(<bdi>{siteName}</bdi>)}</span>
            </p>
          )}
          {isClaimed && (
            <>
              <p className="text-sm text-quiet">{visitorCopy.notVerified}</p>
              <p className="text-xs text-quiet text-pretty">{visitorCopy.notVerifiedHint}</p>
            </>
          )}
        </div>
      </div>
      <dl className="grid gap-4">
        {visitorEmail && (
          <Detail
            term={generalCopy.email}
            copy={<CopyButton label={visitorCopy.copyEmail} text={visitorEmail} />}
            below={conversation.visitorEmailBounced && <BouncedEmail conversation={conversation} />}
          >
            <EmailLink email={visitorEmail} />
          </Detail>
        )}
        {visitorPhone && (
          <Detail term={visitorCopy.phone} copy={<CopyButton label={visitorCopy.copyPhone} text={visitorPhone} />}>
            <bdi>{visitorPhone}</bdi>
          </Detail>
        )}
        {conversation.answers?.map(({ question, label, value, at }) => (
          <Detail key={question} term={<bdi>{label}</bdi>}>
            <span dir="auto">{value}</span>{" "}
            <span className="text-xs text-quiet">
              <Moment at={at} form="date" />
            </span>
          </Detail>
        ))}
        {visitorExternalId && (
          <Detail
            term={visitorCopy.externalId}
            copy={<CopyButton label={visitorCopy.copyId} text={visitorExternalId} />}
          >
            <bdi>{visitorExternalId}</bdi>
          </Detail>
        )}
        <Detail term={visitorCopy.site}>
          <span className="flex items-center gap-2">
            <SiteDot color={siteColor} />
            <bdi className="min-w-0">{siteName}</bdi>
          </span>
        </Detail>
        {pageUrl && (
          <Detail term={visitorCopy.page}>
            <span className="relative line-clamp-4">
              <PageLink address={pageUrl} />
            </span>
          </Detail>
        )}
        <Detail term={visitorCopy.started}>
          <Moment at={createdAt} form="exact" />
        </Detail>
      </dl>
      {isComing ? <Skeleton /> : <Facts conversation={conversation} place={place} />}
    </>
  );
}

function EmailLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
      className="text-accent underline underline-offset-3"
    >
      <bdi>{email}</bdi>
    </a>
  );
}

type DetailProps = { term: ReactNode; copy?: ReactNode; below?: ReactNode; children: ReactNode };

function Detail({ term, copy, below, children }: DetailProps) {
  return (
    <div>
      <dt className="text-xs text-quiet">{term}</dt>
      <dd className="mt-0.5 flex items-start gap-1">
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
        {copy}
      </dd>
      {below && <dd className="mt-2">{below}</dd>}
    </div>
  );
}

/** What's fetched after the conversation. Its part of the panel is loaded with it. */
function Facts({ conversation, place }: Pick<Props, "conversation"> & { place: VisitorPlace }) {
  const state = useVisitorFacts(conversation, place);
  if (state === "loading") return <Skeleton />;
  if (state === "failed") return <p className="mt-4 text-sm text-quiet">{visitorCopy.notLoaded}</p>;
  const { VisitorFacts, visitor, proof } = state;
  return <VisitorFacts conversation={conversation} visitor={visitor} proof={proof} />;
}

const LINES = ["w-24", "w-32", "w-40"];

function Skeleton() {
  return (
    <div aria-hidden className="late mt-4 grid gap-4">
      {LINES.map((width) => (
        <div key={width} className="grid h-10 content-center gap-1.5">
          <div className="h-2.5 w-16 rounded bg-sunken" />
          <div className={`h-3.5 rounded bg-sunken ${width}`} />
        </div>
      ))}
    </div>
  );
}

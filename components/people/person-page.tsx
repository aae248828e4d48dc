import { peopleCopy } from "#components/catalogs/people.tsx";
import { FormattedText } from "#components/conversation/formatted-text.tsx";
import { MessageFiles } from "#components/files/message-files.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { SiteDot } from "#components/ui/site-dot.tsx";
import { Attributes } from "#components/visitor/attributes.tsx";
import { Avatar } from "#components/visitor/avatar.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { PersonResponse, PersonVisitorJson } from "#lib/desk/people/schema.ts";
import { PersonActions } from "./person-actions.tsx";
import { PersonConversations } from "./person-conversations.tsx";
import { PersonDetails } from "./person-details.tsx";
import { personLabel, personName } from "./person-name.ts";
import { AboutPerson, MergedVisitors, PersonSection, Suggestions } from "./person-view.tsx";

type Props = {
  shown: PersonResponse;
  conversations: { conversations: ConversationJson[]; nextCursor?: string };
  siteColor: string | undefined;
};

/** A person: what's known about them, what they wrote, and what the team noted. */
export function PersonPage({ shown, conversations, siteColor }: Props) {
  const { person, visitors, suggestions, files, notes } = shown;
  const { text, isOurs } = personLabel(person);
  // What was loaded and typed belongs to the person as they were.
  const version = `${person.id} ${visitors.length}`;
  return (
    <div className="mx-auto grid max-w-200 gap-6 px-5 pt-6 pb-16 *:min-w-0 md:px-10 md:pt-10">
      <header>
        <BackLink href="/people" label={peopleCopy.back} />
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <Avatar id={person.id} name={person.name} />
          <div className="min-w-0 flex-1 basis-60">
            <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
              <bdi className={isOurs ? "font-normal text-quiet" : undefined}>{text}</bdi>
            </h1>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
              <span className="flex min-w-0 items-center gap-2">
                <SiteDot color={siteColor} />
                <bdi className="min-w-0 wrap-anywhere">{person.siteName}</bdi>
              </span>
              <span>{peopleCopy.conversations(person.conversationCount)}</span>
              {person.visitorCount > 1 && <span>{peopleCopy.mergedVisitors(person.visitorCount)}</span>}
              {person.blocked && <span className="font-medium text-danger">{peopleCopy.blocked}</span>}
            </p>
          </div>
          <PersonActions person={person} />
        </div>
      </header>
      <Suggestions person={person} suggestions={suggestions} />
      <PersonDetails person={person} />
      {visitors.map((visitor) => (
        <SaidOf key={visitor.id} visitor={visitor} isNamed={visitors.length > 1} />
      ))}
      <div className="border-t border-line pt-6">
        <AboutPerson key={version} visitors={visitors} />
      </div>
      <PersonSection title={peopleCopy.conversationsTitle}>
        <PersonConversations key={`${version} ${person.lastMessageAt}`} personId={person.id} initial={conversations} />
      </PersonSection>
      {notes.length > 0 && (
        <PersonSection title={peopleCopy.notes}>
          <ul className="grid gap-3">
            {notes.map(({ id, conversationId, authorName, body, createdAt }) => (
              <li key={id} className="rounded-lg bg-note px-4 py-3 text-note-ink wrap-anywhere">
                <FormattedText text={body} />
                <p className="mt-1 text-sm">
                  <bdi>{authorName ?? peopleCopy.formerTeammate}</bdi> ·{" "}
                  <AppLink href={`/inbox/${conversationId}`} className="underline underline-offset-3">
                    <Moment at={createdAt} form="short" />
                  </AppLink>
                </p>
              </li>
            ))}
          </ul>
        </PersonSection>
      )}
      {files.length > 0 && (
        <PersonSection title={peopleCopy.files}>
          <ul className="flex flex-wrap gap-x-6 gap-y-4">
            {files.map(({ conversationId, senderType, createdAt, file }) => (
              <li key={file.id} className="max-w-full min-w-0">
                <MessageFiles files={[file]} isOwn={false} />
                <p className="mt-1 text-sm text-quiet">
                  {senderType === "visitor" ? peopleCopy.fromVisitor : peopleCopy.fromTeam} ·{" "}
                  <AppLink href={`/inbox/${conversationId}`} className="underline underline-offset-3">
                    <Moment at={createdAt} form="short" />
                  </AppLink>
                </p>
              </li>
            ))}
          </ul>
        </PersonSection>
      )}
      <MergedVisitors visitors={visitors} />
    </div>
  );
}

/** What's said about one of a person's visitors. It may be about one browser only, so that of merged ones isn't mixed. */
function SaidOf({ visitor, isNamed }: { visitor: PersonVisitorJson; isNamed: boolean }) {
  const { attributes } = visitor;
  if (!attributes) return null;
  return (
    <div className="max-w-100">
      {isNamed && (
        <h2 className="font-semibold wrap-anywhere">
          <bdi>{personName(visitor)}</bdi>
        </h2>
      )}
      <Attributes attributes={attributes} />
    </div>
  );
}

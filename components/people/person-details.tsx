import { BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { Moment } from "#components/time/moment.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LanguageName } from "#components/visitor/language-name.tsx";
import type { PersonJson } from "#lib/desk/people/schema.ts";

/** What's proven about a person, apart from what they or the site's pages only claim. */
export function PersonDetails({ person }: { person: PersonJson }) {
  const { name, email, emailConfirmed, phone, externalId, verified, language, firstSeenAt, lastMessageAt } = person;
  const proven: Fact[] = [
    [peopleCopy.verifiedId, verified ? externalId : undefined],
    [peopleCopy.confirmedEmail, emailConfirmed ? email : undefined],
  ];
  const claimed: Fact[] = [
    [peopleCopy.name, name],
    [peopleCopy.email, emailConfirmed ? undefined : email],
    [peopleCopy.phone, phone],
    [peopleCopy.id, verified ? undefined : externalId],
  ];
  const isProven = proven.some(([, value]) => value !== undefined);
  return (
    <div className="grid gap-6 sm:grid-cols-2 *:min-w-0">
      <section aria-label={peopleCopy.proven}>
        <h2 className={classNames("flex items-center gap-1.5 font-semibold", isProven && "text-accent")}>
          {isProven && <BadgeCheck size={16} aria-hidden />}
          {peopleCopy.proven}
        </h2>
        <Facts facts={proven} none={peopleCopy.provenNone} />
      </section>
      <section aria-label={peopleCopy.claimed}>
        <h2 className="font-semibold">{peopleCopy.claimed}</h2>
        <Facts facts={claimed} none={peopleCopy.claimedNone} hint={peopleCopy.claimedHint} />
      </section>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 sm:col-span-2">
        {language !== undefined && (
          <Fact term={peopleCopy.language}>
            <LanguageName tag={language} />
          </Fact>
        )}
        <Fact term={peopleCopy.firstSeen}>
          <Moment at={firstSeenAt} form="exact" />
        </Fact>
        {lastMessageAt !== undefined && (
          <Fact term={peopleCopy.lastMessage}>
            <Moment at={lastMessageAt} form="exact" />
          </Fact>
        )}
      </dl>
    </div>
  );
}

type Fact = [term: string, value: string | undefined];

function Facts({ facts, none, hint }: { facts: Fact[]; none: string; hint?: string }) {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return <p className="mt-2 text-quiet">{none}</p>;
  return (
    <>
      {hint && <p className="text-sm text-quiet text-pretty">{hint}</p>}
      <dl className="mt-2 grid gap-3">
        {known.map(([term, value]) => (
          <Fact key={term} term={term}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
      </dl>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-quiet">{term}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { PersonJson, PersonResponse, PersonVisitorJson } from "#lib/desk/people/schema.ts";
import { MergeInto } from "./merge-person.tsx";
import { personName } from "./person-name.ts";

const ABOUT_MAX = 4_000;

/** A part of a person's page, with its heading. */
export function PersonSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-6">
      <h2 className="font-semibold">{title}</h2>
      {hint && <p className="text-sm text-quiet text-pretty">{hint}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** Takes a visitor out of a person again. Returns an error message, or undefined. */
async function undoMerge(visitorId: string): Promise<string | undefined> {
  const result = await callApi(`/people/${visitorId}/unmerge`, { method: "POST" });
  return result.ok ? undefined : (result.problem.detail ?? result.problem.words);
}

/** The person is known by another id once they're merged into someone else. */
export function useMerged() {
  const router = useRouter();
  return (from: string) => {
    const undo = async () => {
      const problem = await undoMerge(from);
      router.refresh();
      return problem;
    };
    showToast({ words: peopleCopy.merged, undo });
    router.refresh();
  };
}

/** People who confirmed the same address, and a way to merge them. */
export function Suggestions({ person, suggestions }: Pick<PersonResponse, "person" | "suggestions">) {
  const [chosen, setChosen] = useState<PersonJson>();
  const merged = useMerged();
  if (suggestions.length === 0) return null;
  return (
    <section aria-label={peopleCopy.suggestions} className="rounded-lg bg-note px-4 py-3 text-note-ink">
      <h2 className="font-semibold">{peopleCopy.suggestions}</h2>
      <ul className="mt-1 grid gap-2">
        {suggestions.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {peopleCopy.suggestion(
                <AppLink href={`/people/${one.id}`} className="font-medium underline underline-offset-3">
                  <bdi>{personName(one)}</bdi>
                </AppLink>,
                <bdi>{one.email}</bdi>,
              )}
            </p>
            <Button onClick={() => setChosen(one)}>{peopleCopy.merge}</Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <MergeInto
          from={chosen}
          into={person}
          onDone={() => {
            setChosen(undefined);
            merged(chosen.id);
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

/** What the team notes about a person. */
export function AboutPerson({ visitors }: Pick<PersonResponse, "visitors">) {
  const router = useRouter();
  const [first, ...others] = visitors;
  const { field, message, busy, isChanged, isDone, form } = useForm({
    initial: { about: first?.about ?? "" },
    read: readTexts("about"),
    submit: ({ about }) =>
      callApi(`/people/${first?.id}`, { method: "PATCH", body: { about: about.trim() === "" ? null : about } }),
    onDone: () => router.refresh(),
  });
  return (
    <>
      <form {...form} noValidate className="grid gap-3">
        <TextField
          label={peopleCopy.about}
          hint={peopleCopy.aboutHint}
          {...field("about")}
          maxLength={ABOUT_MAX}
          dir="auto"
        />
        <Notice tone="problem">{message}</Notice>
        <div className="flex items-center gap-3">
          <Button type="submit" busy={busy}>
            {generalCopy.save}
          </Button>
          <span role="status" className="text-sm text-quiet">
            {isDone && !isChanged && generalCopy.saved}
          </span>
        </div>
      </form>
      {others.map(
        (visitor) =>
          visitor.about !== undefined && (
            <div key={visitor.id} className="mt-4">
              <h3 className="text-sm text-quiet">{peopleCopy.aboutOf(<bdi>{personName(visitor)}</bdi>)}</h3>
              <p className="whitespace-pre-line wrap-anywhere" dir="auto">
                {visitor.about}
              </p>
            </div>
          ),
      )}
    </>
  );
}

/** The visitors that were merged into a person, each with a way to undo that for as long as it can be. */
export function MergedVisitors({ visitors }: Pick<PersonResponse, "visitors">) {
  if (visitors.length < 2) return null;
  return (
    <PersonSection title={peopleCopy.visitors} hint={peopleCopy.visitorsHint}>
      <ul className="divide-y divide-line border-y border-line">
        {visitors.map((visitor) => (
          <MergedVisitor key={visitor.id} visitor={visitor} />
        ))}
      </ul>
    </PersonSection>
  );
}

function MergedVisitor({ visitor }: { visitor: PersonVisitorJson }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { email, merged } = visitor;
  const name = personName(visitor);
  const undo = async () => {
    setBusy(true);
    const words = await undoMerge(visitor.id);
    setBusy(false);
    setProblem(words);
    if (words !== undefined) return;
    showToast({ words: peopleCopy.undone });
    router.refresh();
  };
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-60">
          <p className="truncate font-medium">
            <bdi>{name}</bdi>
          </p>
          <p className="text-sm text-quiet wrap-anywhere">
            {email !== undefined && email !== name && (
              <>
                <bdi>{email}</bdi> ·{" "}
              </>
            )}
            {peopleCopy.conversations(visitor.conversationCount)}
            {merged && (
              <>
                {" "}
                · {peopleCopy.mergedOn(<Moment at={merged.at} form="date" />)}
                {merged.undoUntil !== undefined && (
                  <>, {peopleCopy.undoUntil(<Moment at={merged.undoUntil} form="date" />)}</>
                )}
              </>
            )}
          </p>
        </div>
        {merged?.undoUntil !== undefined && (
          <Button busy={busy} onClick={() => void undo()} aria-label={peopleCopy.undoOf(name)}>
            {generalCopy.undo}
          </Button>
        )}
      </div>
      <Notice tone="problem">{problem}</Notice>
    </li>
  );
}

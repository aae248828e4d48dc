"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { Moment } from "#components/time/moment.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FindDialog } from "#components/ui/find-dialog.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import type { PeopleResponse, PersonJson, PersonResponse } from "#lib/desk/people/schema.ts";
import { personName } from "./person-name.ts";

const SEARCH_MAX = 200;
const SHOWN = 20;
const TYPED_MS = 250;

type Named = Pick<PersonJson, "id" | "name" | "email" | "externalId">;
type Props = { from: Named; into: Named; onDone: () => void; onClose: () => void };

/** Confirms that a person is merged into another, and says what that does. */
export function MergeInto({ from, into, onDone, onClose }: Props) {
  const merge = async () => {
    const body = { into: into.id };
    const result = await callApi<PersonResponse>(`/people/${from.id}/merge`, { method: "POST", body });
    if (!result.ok) return result.problem.detail ?? result.problem.words;
    onDone();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={peopleCopy.mergeTitle(<bdi>{personName(from)}</bdi>, <bdi>{personName(into)}</bdi>)}
      action={peopleCopy.merge}
      look="primary"
      onConfirm={merge}
      onClose={onClose}
    >
      {peopleCopy.mergeHint}
    </ConfirmDialog>
  );
}

/** Finds someone of the same site to merge into a person. */
export function FindPerson({
  person,
  onChoose,
  onClose,
}: {
  person: PersonJson;
  onChoose: (other: PersonJson) => void;
  onClose: () => void;
}) {
  const [query, setQuery] = useState("");
  const { people, step } = useFound(person, query.trim());
  const list = useOptionList(people);
  return (
    <FindDialog
      label={peopleCopy.mergeLabel}
      placeholder={peopleCopy.mergeFind}
      maxLength={SEARCH_MAX}
      query={query}
      onQuery={setQuery}
      list={list}
      listLabel={peopleCopy.mergeLabel}
      onChoose={onChoose}
      onClose={onClose}
      status={
        <p role="status" className="px-5 text-quiet not-empty:pb-5">
          {step === "loading" && people.length === 0 && peopleCopy.loading}
          {step === "failed" && peopleCopy.notLoaded}
          {step === "done" && people.length === 0 && peopleCopy.mergeNone}
        </p>
      }
    >
      {people.map((other) => {
        const name = personName(other);
        return (
          <Option key={other.id} {...list.propsOf(other)} isTall onChoose={() => onChoose(other)}>
            <span className="block truncate">
              <bdi>{name}</bdi>
            </span>
            <span className="block truncate text-sm text-quiet">
              {other.email !== undefined && other.email !== name && (
                <>
                  <bdi>{other.email}</bdi> ·{" "}
                </>
              )}
              {peopleCopy.conversations(other.conversationCount)}
              {/* Two people may have the same name. */}
              {other.lastMessageAt !== undefined && (
                <>
                  {" "}
                  · <Moment at={other.lastMessageAt} form="short" />
                </>
              )}
            </span>
          </Option>
        );
      })}
    </FindDialog>
  );
}

type Found = { people: PersonJson[]; step: "loading" | "done" | "failed" };

function useFound({ id, siteId }: PersonJson, q: string): Found {
  const [found, setFound] = useState<Found>({ people: [], step: "loading" });
  useEffect(() => {
    let isCurrent = true;
    const search = async () => {
      const query = new URLSearchParams({ siteId, limit: String(SHOWN), ...(q !== "" && { q }) });
      const result = await callApi<PeopleResponse>(`/people?${query}`);
      if (!isCurrent) return;
      const people = result.ok ? result.value.people.filter((other) => other.id !== id) : [];
      setFound({ people, step: result.ok ? "done" : "failed" });
    };
    const typed = setTimeout(() => void search(), q === "" ? 0 : TYPED_MS);
    return () => {
      isCurrent = false;
      clearTimeout(typed);
    };
  }, [id, siteId, q]);
  return found;
}

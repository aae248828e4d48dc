"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useId, useRef, useState } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { dayOf } from "#components/time/time-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { personName } from "#lib/people/owners/person-name.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";

const DAY_MS = 86_400_000;
const SUGGESTED_DAYS = 14;

type Labels = {
  everyoneHasIt: string;
  everyoneVisibleHasIt: string;
  haveIt: (count: number, all: number) => string;
  visibleHaveIt: (count: number, all: number) => string;
  without: string;
  require: string;
  requireQuestion: string;
  requireHint: string;
  ownFirst: string;
  required: string;
  stopQuestion: string;
  stopHint: string;
  stopped: string;
};

export type PolicyProps = {
  /** From when on it's required, if it is. */
  from: string | undefined;
  members: readonly MemberJson[];
  me: MemberJson;
};

type Props = PolicyProps & {
  labels: Labels;
  /** The body's field with the date. */
  field: "secondFactorFrom" | "oidcFrom";
  hasIt: (member: MemberJson) => boolean;
  /** What the reader does first, if they don't fulfill it themselves. */
  first: ReactNode;
};

/** Shows whether something is required to open the workspace, and who lacks it. Owners require it from a day on. */
export function RequirementPolicy({ from, members, me, labels, field, hasIt, first }: Props) {
  const router = useRouter();
  const section = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<"require" | "stop">();
  const [done, setDone] = useState<string>();
  const active = members.filter(({ suspended }) => !suspended);
  const lacking = active.filter((member) => !hasIt(member));
  // With chosen sites, the reader doesn't see everyone.
  const [everyone, haveIt] = me.siteIds
    ? [labels.everyoneVisibleHasIt, labels.visibleHaveIt]
    : [labels.everyoneHasIt, labels.haveIt];
  const finish = (said: string) => {
    setOpen(undefined);
    setDone(said);
    router.refresh();
    section.current?.focus();
  };
  const close = () => setOpen(undefined);
  return (
    <div
      ref={section}
      tabIndex={-1}
      className="grid gap-4 rounded-lg *:min-w-0 focus:outline-none focus-visible:outline-2"
    >
      <p>
        <span className="font-medium">
          <State from={from} />
        </span>{" "}
        {lacking.length === 0 ? everyone : haveIt(active.length - lacking.length, active.length)}
      </p>
      {lacking.length > 0 && active.length > 1 && <Lacking title={labels.without} people={lacking} />}
      {me.role !== "owner" ? (
        <p className="text-sm text-quiet">{workspaceCopy.ownersOnly}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {first || (
            <Button onClick={() => setOpen("require")}>{from ? workspaceCopy.changeDate : labels.require}</Button>
          )}
          {from && <Button onClick={() => setOpen("stop")}>{workspaceCopy.stop}</Button>}
        </div>
      )}
      <Notice tone="done">{done}</Notice>
      {open === "require" && (
        <Require
          email={me.email}
          from={from}
          labels={labels}
          field={field}
          onDone={() => finish(labels.required)}
          onClose={close}
        />
      )}
      {open === "stop" && (
        <PasswordDialog
          email={me.email}
          title={labels.stopQuestion}
          action={workspaceCopy.stop}
          submit={async (form) => {
            const body = { currentPassword: textOf(form, "currentPassword"), [field]: null };
            const result = await callApi("/workspace/security", { method: "PATCH", body });
            if (result.ok) finish(labels.stopped);
            return result;
          }}
          onClose={close}
        >
          {labels.stopHint}
        </PasswordDialog>
      )}
    </div>
  );
}

function State({ from }: Pick<Props, "from">) {
  const { now } = useReader();
  if (!from) return workspaceCopy.notRequired;
  return new Date(from).getTime() > now
    ? workspaceCopy.requiredFrom(<Moment at={from} form="until" />)
    : workspaceCopy.requiredSince(<Moment at={from} form="past" />);
}

function Lacking({ title, people }: { title: string; people: readonly MemberJson[] }) {
  const headingId = useId();
  return (
    <div>
      <h3 id={headingId} className="mb-1.5 text-sm font-medium text-quiet">
        {title}
      </h3>
      <ul
        aria-labelledby={headingId}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {people.map((member) => (
          <li key={member.id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2">
            <bdi className="min-w-0 font-medium wrap-anywhere">{personName(member)}</bdi>
            {member.name && <bdi className="min-w-0 text-sm text-quiet wrap-anywhere">{member.email}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  );
}

type RequireProps = Pick<Props, "from" | "labels" | "field"> & {
  email: string;
  onDone: () => void;
  onClose: () => void;
};

function Require({ email, from, labels, field, onDone, onClose }: RequireProps) {
  const reader = useReader();
  const day = (days: number) => dayOf(new Date(reader.now + days * DAY_MS), reader);
  const submit = async (form: FormData) => {
    // The start of the day where the owner is.
    const at = new Date(`${textOf(form, field)}T00:00`);
    if (!(at.getTime() >= Date.now() + DAY_MS)) return fieldProblem(field, workspaceCopy.chooseDate);
    const body = { currentPassword: textOf(form, "currentPassword"), [field]: at.toISOString() };
    const result = await callApi("/workspace/security", { method: "PATCH", body });
    if (result.ok) onDone();
    return result;
  };
  const isPlanned = from !== undefined && new Date(from).getTime() > reader.now + DAY_MS;
  return (
    <PasswordDialog
      email={email}
      title={labels.requireQuestion}
      action={from ? workspaceCopy.changeDate : labels.require}
      submit={submit}
      refusals={{ conflict: labels.ownFirst }}
      fields={({ [field]: problem }) => (
        <div className="max-w-60">
          <Field
            label={workspaceCopy.from}
            name={field}
            type="date"
            required
            min={day(2)}
            defaultValue={isPlanned ? dayOf(new Date(from), reader) : day(SUGGESTED_DAYS)}
            hint={workspaceCopy.fromHint}
            error={problem}
          />
        </div>
      )}
      onClose={onClose}
    >
      {labels.requireHint}
    </PasswordDialog>
  );
}

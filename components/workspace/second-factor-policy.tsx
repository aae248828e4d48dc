"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { memberName } from "#components/team/member-name.ts";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { dayOf } from "#components/time/time-words.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { MemberJson } from "#lib/members/schema.ts";

const DAY_MS = 86_400_000;
const SUGGESTED_DAYS = 14;

type Props = {
  /** From when on it's required, if it is. */
  from: string | undefined;
  members: readonly MemberJson[];
  me: MemberJson;
};

/** Shows whether two-factor login is required and who lacks it. Owners require it from a day on. */
export function SecondFactorPolicy({ from, members, me }: Props) {
  const router = useRouter();
  const section = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<"require" | "stop">();
  const [done, setDone] = useState<string>();
  const active = members.filter(({ suspended }) => !suspended);
  const lacking = active.filter(({ secondFactor }) => !secondFactor);
  // With chosen sites, the reader doesn't see everyone.
  const [everyone, haveIt] = me.siteIds
    ? [workspaceCopy.everyoneVisibleHasIt, workspaceCopy.visibleHaveIt]
    : [workspaceCopy.everyoneHasIt, workspaceCopy.haveIt];
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
      {lacking.length > 0 && active.length > 1 && <Lacking people={lacking} />}
      {me.role !== "owner" ? (
        <p className="text-sm text-quiet">{workspaceCopy.ownersOnly}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {me.secondFactor ? (
            <Button onClick={() => setOpen("require")}>
              {from ? workspaceCopy.changeDate : workspaceCopy.require}
            </Button>
          ) : (
            <>
              <p className="text-quiet">{workspaceCopy.ownFirst}</p>
              <AppLink href="/settings/account/security" className={buttonClass()}>
                {securityCopy.setItUp}
              </AppLink>
            </>
          )}
          {from && <Button onClick={() => setOpen("stop")}>{workspaceCopy.stop}</Button>}
        </div>
      )}
      <Notice tone="done">{done}</Notice>
      {open === "require" && (
        <Require email={me.email} from={from} onDone={() => finish(workspaceCopy.required)} onClose={close} />
      )}
      {open === "stop" && (
        <PasswordDialog
          email={me.email}
          title={workspaceCopy.stopQuestion}
          action={workspaceCopy.stop}
          submit={async (form) => {
            const body = { currentPassword: textOf(form, "currentPassword"), secondFactorFrom: null };
            const result = await callApi("/workspace/security", { method: "PATCH", body });
            if (result.ok) finish(workspaceCopy.stopped);
            return result;
          }}
          onClose={close}
        >
          {workspaceCopy.stopHint}
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

function Lacking({ people }: { people: readonly MemberJson[] }) {
  return (
    <div>
      <h3 id="without-second-factor" className="mb-1.5 text-sm font-medium text-quiet">
        {workspaceCopy.without}
      </h3>
      <ul
        aria-labelledby="without-second-factor"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {people.map((member) => (
          <li key={member.id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2">
            <bdi className="min-w-0 font-medium wrap-anywhere">{memberName(member)}</bdi>
            {member.name && <bdi className="min-w-0 text-sm text-quiet wrap-anywhere">{member.email}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  );
}

type RequireProps = { email: string; from: string | undefined; onDone: () => void; onClose: () => void };

function Require({ email, from, onDone, onClose }: RequireProps) {
  const reader = useReader();
  const day = (days: number) => dayOf(new Date(reader.now + days * DAY_MS), reader);
  const submit = async (form: FormData) => {
    // The start of the day where the owner is.
    const at = new Date(`${textOf(form, "secondFactorFrom")}T00:00`);
    if (!(at.getTime() >= Date.now() + DAY_MS)) return fieldProblem("secondFactorFrom", workspaceCopy.chooseDate);
    const body = { currentPassword: textOf(form, "currentPassword"), secondFactorFrom: at.toISOString() };
    const result = await callApi("/workspace/security", { method: "PATCH", body });
    if (result.ok) onDone();
    return result;
  };
  const isPlanned = from !== undefined && new Date(from).getTime() > reader.now + DAY_MS;
  return (
    <PasswordDialog
      email={email}
      title={workspaceCopy.requireQuestion}
      action={from ? workspaceCopy.changeDate : workspaceCopy.require}
      submit={submit}
      refusals={{ conflict: workspaceCopy.ownFirst }}
      fields={({ secondFactorFrom }) => (
        <div className="max-w-60">
          <Field
            label={workspaceCopy.from}
            name="secondFactorFrom"
            type="date"
            required
            min={day(2)}
            defaultValue={isPlanned ? dayOf(new Date(from), reader) : day(SUGGESTED_DAYS)}
            hint={workspaceCopy.fromHint}
            error={secondFactorFrom}
          />
        </div>
      )}
      onClose={onClose}
    >
      {workspaceCopy.requireHint}
    </PasswordDialog>
  );
}

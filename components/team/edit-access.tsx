"use client";

import { useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import { AccessFields, type GivenAccess, readAccess, type TeamSite } from "./access-fields.tsx";

type Props = {
  member: MemberJson;
  sites: readonly TeamSite[];
  mayGiveAll: boolean;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Changes a member's role and sites. */
export function EditAccess({ member, sites, mayGiveAll, onDone, onClose }: Props) {
  const headingId = useId();
  const initial: GivenAccess = {
    role: member.role === "agent" ? "agent" : "admin",
    siteIds: member.siteIds ?? null,
  };
  const { errors, message, busy, form } = useForm<GivenAccess>({
    initial,
    read: readAccess,
    submit: async (typed, changes) => {
      if (typed.siteIds?.length === 0) return fieldProblem("siteIds", teamCopy.chooseSites);
      return callApi(`/members/${member.id}`, { method: "PATCH", body: changes });
    },
    onDone: () => onDone(teamCopy.changed(personName(member))),
  });
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-5 p-6">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">
          {teamCopy.accessTitle(<bdi>{personName(member)}</bdi>)}
        </h2>
        <AccessFields initial={initial} sites={sites} mayGiveAll={mayGiveAll} error={errors.siteIds} />
        <Notice tone="problem">{message}</Notice>
        <DialogButtons busy={busy}>{teamCopy.saveAccess}</DialogButtons>
      </form>
    </Dialog>
  );
}

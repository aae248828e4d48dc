"use client";

import { useId, useState } from "react";
import type { z } from "zod";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { closeDialogOf, Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { AccessFields, type GivenAccess, readAccess, type TeamSite } from "./access-fields.tsx";

/** Whether the service emails the reader's invitations, or why it doesn't. */
export type Emailing = "on" | "off" | "unconfirmed";
type NewInvitation = z.infer<typeof NewInvitationResponse>;
type Props = {
  sites: readonly TeamSite[];
  mayGiveAll: boolean;
  isLoopback: boolean;
  workspaceName: string;
  emailing: Emailing;
  /** The invitations there are. Inviting the same address again replaces one. */
  invited: readonly string[];
  onMade: () => void;
  onClose: () => void;
};

/** Invites someone, and shows the link to pass on. */
export function InviteDialog({ isLoopback, invited, onMade, onClose, ...form }: Props) {
  const headingId = useId();
  const [made, setMade] = useState<NewInvitation & { isReplacement: boolean }>();
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <div className="grid gap-5 p-6 *:min-w-0">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {teamCopy.invite}
        </h2>
        {made ? (
          <Made {...made} emailing={form.emailing} isLoopback={isLoopback} />
        ) : (
          <InviteForm
            {...form}
            onMade={(created) => {
              setMade({ ...created, isReplacement: invited.includes(created.invitation.id) });
              onMade();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

type FormProps = Pick<Props, "sites" | "mayGiveAll" | "workspaceName" | "emailing"> & {
  onMade: (made: NewInvitation) => void;
};

function InviteForm({ sites, mayGiveAll, workspaceName, emailing, onMade }: FormProps) {
  const initial: GivenAccess = { role: "agent", siteIds: mayGiveAll ? null : [] };
  const { field, errors, message, problem, busy, form } = useForm({
    initial: { email: "", ...initial },
    read: (given) => ({ email: textOf(given, "email"), ...readAccess(given) }),
    submit: async ({ email, role, siteIds }) => {
      if (siteIds?.length === 0) return fieldProblem("siteIds", teamCopy.chooseSites);
      const body = { email, role, ...(siteIds && { siteIds }) };
      return callApi<NewInvitation>("/invitations", { method: "POST", body });
    },
    onDone: onMade,
  });
  return (
    <form {...form} noValidate className="grid gap-5">
      <Field
        label={generalCopy.email}
        {...field("email")}
        type="email"
        autoComplete="off"
        autoFocus
        required
        maxLength={160}
      />
      <p className="text-sm text-quiet text-pretty wrap-anywhere">
        {emailing !== "on" && `${teamCopy.linkOnly[emailing]} `}
        {workspaceCopy.inviteName(<bdi>{workspaceName}</bdi>)}{" "}
        {mayGiveAll && (
          <AppLink href="/settings/general" className="text-accent underline underline-offset-3">
            {workspaceCopy.changeName}
          </AppLink>
        )}
      </p>
      <AccessFields initial={initial} sites={sites} mayGiveAll={mayGiveAll} error={errors.siteIds} />
      <Notice tone="problem">{problem?.code === "conflict" ? (problem.detail ?? message) : message}</Notice>
      <DialogButtons busy={busy}>{teamCopy.createInvitation}</DialogButtons>
    </form>
  );
}

type MadeProps = NewInvitation & Pick<Props, "isLoopback" | "emailing"> & { isReplacement?: boolean };

/** Says how the invitation gets to its address. */
export function Made({ invitation, link, emailed, emailing, isLoopback, isReplacement = false }: MadeProps) {
  const said = useId();
  const reader = useReader();
  const email = <bdi className="font-medium wrap-anywhere">{invitation.email}</bdi>;
  return (
    <>
      <p id={said} role="status" className="text-pretty">
        {emailed ? teamCopy.emailedTo(email) : teamCopy.notEmailed[emailing](email)}{" "}
        {teamCopy.worksUntil(email, untilTime(new Date(invitation.expiresAt), reader))}{" "}
        {isReplacement && teamCopy.earlierLinkGone}
      </p>
      <CopyField label={teamCopy.invitationLink} text={link} />
      {isLoopback && <p className="text-sm text-quiet text-pretty">{generalCopy.loopbackAddress}</p>}
      <div className="flex justify-end">
        <Button
          look="primary"
          autoFocus
          // Where it comes with its dialog, a status isn't announced.
          aria-describedby={said}
          onClick={(event) => closeDialogOf(event.currentTarget)}
        >
          {teamCopy.done}
        </Button>
      </div>
    </>
  );
}

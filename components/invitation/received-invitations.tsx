"use client";

import { callApi } from "#components/api/call-api.ts";
import { invitationCopy } from "#components/catalogs/invitation.tsx";
import { announceArrival } from "#components/live/announcement.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import type { ReceivedInvitationJson } from "#lib/people/invitations/schema.ts";
import type { WorkspaceJson } from "#lib/people/workspaces/schema.ts";

/** The workspaces that someone is invited to, each with a button that joins it. */
export function ReceivedInvitations({ invitations }: { invitations: readonly ReceivedInvitationJson[] }) {
  return (
    <ul className="mb-8 grid gap-4">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="rounded-lg border border-line p-4">
          <ReceivedInvitation {...invitation} />
        </li>
      ))}
    </ul>
  );
}

function ReceivedInvitation({ id, workspaceName, role, invitedBy }: ReceivedInvitationJson) {
  const { message, problem, busy, form } = useForm({
    initial: {},
    read: () => ({}),
    submit: () => {
      const body = { invitationId: id };
      return callApi<{ workspace: WorkspaceJson }>("/account/invitations", { method: "POST", body });
    },
    onDone: (value) => {
      announceArrival(value.workspace);
      location.assign(workspacePath(value.workspace.id, "/inbox"));
    },
  });
  return (
    <form {...form} className="grid justify-items-start gap-3 *:min-w-0">
      <p className="text-pretty wrap-anywhere">
        {invitationCopy.received(
          invitedBy && <bdi>{invitedBy}</bdi>,
          <bdi className="font-medium">{workspaceName}</bdi>,
          role,
        )}
      </p>
      <Notice tone="problem">
        {problem?.code === "not_found" ? invitationCopy.gone : (problem?.detail ?? message)}
      </Notice>
      <Button type="submit" look="primary" busy={busy}>
        {invitationCopy.join(workspaceName)}
      </Button>
    </form>
  );
}

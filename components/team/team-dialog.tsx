import type { InvitationJson } from "#lib/people/invitations/schema.ts";
import type { WorkspaceJson } from "#lib/people/workspaces/schema.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import type { TeamSite } from "./access-fields.tsx";
import { EditAccess } from "./edit-access.tsx";
import { type Emailing, InviteDialog } from "./invite-dialog.tsx";
import { OfferDialog } from "./ownership-offer.tsx";
import { type Ending, RemovalDialog } from "./removal-dialog.tsx";

export type OpenDialog = { dialog: "invite" } | { dialog: "access" | "offer" | Ending; member: MemberJson };

type Props = {
  open: OpenDialog | null;
  me: MemberJson | undefined;
  workspace: WorkspaceJson;
  sites: TeamSite[];
  isLoopback: boolean;
  emailing: Emailing;
  invitations: InvitationJson[] | null;
  onInvite: () => void;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** The dialog that's open on the page of the team, if any. */
export function TeamDialog(props: Props) {
  const { open, me, workspace, sites, isLoopback, emailing, invitations, onInvite, onDone, onClose } = props;
  const mayGiveAll = workspace.siteIds === undefined;
  if (!open) return null;
  if (open.dialog === "invite") {
    return (
      <InviteDialog
        sites={sites}
        mayGiveAll={mayGiveAll}
        isLoopback={isLoopback}
        workspaceName={workspace.name}
        emailing={emailing}
        invited={invitations?.map(({ id }) => id) ?? []}
        onMade={onInvite}
        onClose={onClose}
      />
    );
  }
  const { dialog, member } = open;
  if (dialog === "access") {
    return <EditAccess member={member} sites={sites} mayGiveAll={mayGiveAll} onDone={onDone} onClose={onClose} />;
  }
  if (dialog === "offer") {
    return me && <OfferDialog member={member} email={me.email} onDone={onDone} onClose={onClose} />;
  }
  return (
    <RemovalDialog
      member={member}
      how={dialog}
      workspaceName={workspace.name}
      onDone={(words) => (dialog === "leave" ? location.assign("/") : onDone(words))}
      onClose={onClose}
    />
  );
}

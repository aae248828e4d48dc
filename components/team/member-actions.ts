import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import { teamCopy } from "#components/catalogs/team.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import type { WorkspaceJson } from "#lib/people/workspaces/schema.ts";
import { mayManage } from "#lib/team/members/reach.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import type { MemberAction } from "./member-row.tsx";
import type { OpenDialog } from "./team-dialog.tsx";

type Options = {
  members: readonly MemberJson[];
  /** The reader's. */
  userId: string;
  workspace: WorkspaceJson;
  hasOffer: boolean;
  open: (dialog: OpenDialog) => void;
  restore: (member: MemberJson) => Promise<void>;
  tryEmail: (member: MemberJson) => Promise<void>;
};

const accessOf = ({ role, siteIds, suspended }: MemberJson) => ({
  role,
  siteIds: siteIds ?? null,
  standing: suspended ? ("suspended" as const) : ("active" as const),
});

/** Returns what the reader can do about a member. */
export function actionsFor(member: MemberJson, options: Options): MemberAction[] {
  const { members, userId, workspace, hasOffer, open, restore, tryEmail } = options;
  if (member.id === userId) {
    if (members.length === 1) return [];
    return [{ label: teamCopy.leave, isDangerous: true, run: () => open({ dialog: "leave", member }) }];
  }
  const myAccess = { role: workspace.role, siteIds: workspace.siteIds ?? null, standing: "active" as const };
  if (!mayManage(myAccess, accessOf(member))) return [];
  const again = member.emailBounced ? [{ label: bouncesCopy.tryMemberAgain, run: () => void tryEmail(member) }] : [];
  // The role of an owner is changed first.
  const change = { label: teamCopy.changeAccess, run: () => open({ dialog: "access", member }) };
  if (member.role === "owner") return [change, ...again];
  const mayOffer = workspace.role === "owner" && !hasOffer && !member.suspended;
  return [
    change,
    ...again,
    ...(mayOffer ? [{ label: workspaceCopy.offer, run: () => open({ dialog: "offer", member }) }] : []),
    member.suspended
      ? { label: teamCopy.restore, run: () => void restore(member) }
      : { label: teamCopy.suspend, run: () => open({ dialog: "suspend", member }) },
    { label: teamCopy.remove, isDangerous: true, run: () => open({ dialog: "remove", member }) },
  ];
}

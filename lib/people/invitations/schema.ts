import { z } from "zod";
import { emailAddress, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { GivenRole, givenSites } from "../../team/members/schema.ts";
import { linkToken, NAME_MAX, newPassword, UserJson } from "../owners/schema.ts";
import { WorkspaceJson } from "../workspaces/schema.ts";

export const InvitationParams = z.object({ invitationId: uuid });

export const CreateInvitationBody = z
  .object({
    email: emailAddress,
    role: GivenRole,
    siteIds: givenSites.exactOptional().describe("Absent for all sites, new ones included."),
  })
  .meta({ examples: [{ email: "bob@example.com", role: "agent" }] });
export type CreateInvitationBody = z.infer<typeof CreateInvitationBody>;

/** An invitation that wasn't accepted or revoked. */
export const InvitationJson = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    role: GivenRole,
    siteIds: z.array(z.uuid()).exactOptional().describe("The sites it gives access to. Absent for all of them."),
    invitedBy: z.uuid(),
    createdAt: dateTime,
    expiresAt: dateTime,
    emailed: z.boolean().describe("Whether it was emailed. If not, only its link can be passed on."),
  })
  .meta({ id: "Invitation" });
export type InvitationJson = z.infer<typeof InvitationJson>;

export const InvitationListResponse = z.strictObject({ invitations: z.array(InvitationJson) });

/** The link to pass on. It works once, and only for the invitation's address. */
const link = z.string();

export const NewInvitationResponse = z.strictObject({
  invitation: InvitationJson,
  link,
  emailed: z.boolean().describe("Whether an email is on its way."),
});
export const InvitationLinkResponse = z.strictObject({ link });

const EXAMPLE_TOKEN = "2jmj7l5rSw0yVb_vlWAYkK_YBwk-qkPzeGzPz0LjJc4";

export const InvitationTokenBody = z.object({ token: linkToken }).meta({ examples: [{ token: EXAMPLE_TOKEN }] });

export const InvitationPreviewResponse = z.strictObject({
  invitation: z.strictObject({
    workspaceName: z.string(),
    email: z.string(),
    role: GivenRole,
    siteNames: z.array(z.string()).exactOptional(),
    invitedBy: z.string().exactOptional().describe("The name of who sent it, or else their email."),
    expiresAt: dateTime,
    hasAccount: z.boolean().describe("Whether there's an account with this address."),
    proves: z.boolean().describe("Whether opening this link proves that the address is yours, as it was emailed."),
  }),
});

export const AcceptInvitationBody = z
  .object({ token: linkToken.exactOptional(), invitationId: uuid.exactOptional() })
  .refine(({ token, invitationId }) => (token === undefined) !== (invitationId === undefined), {
    path: ["token"],
    error: "is required, unless there's an invitationId",
  })
  .describe("Either the token of a link, or the id of an invitation to you.")
  .meta({ examples: [{ token: EXAMPLE_TOKEN }] });
export type AcceptInvitationBody = z.infer<typeof AcceptInvitationBody>;

/** An invitation to the caller's confirmed address. */
export const ReceivedInvitationJson = z
  .strictObject({
    id: z.uuid(),
    workspaceName: z.string(),
    role: GivenRole,
    invitedBy: z.string().exactOptional().describe("The name of who sent it, or else their email."),
    expiresAt: dateTime,
  })
  .meta({ id: "ReceivedInvitation" });
export type ReceivedInvitationJson = z.infer<typeof ReceivedInvitationJson>;

export const ReceivedInvitationListResponse = z.strictObject({ invitations: z.array(ReceivedInvitationJson) });

export const AcceptedInvitationResponse = z.strictObject({ workspace: WorkspaceJson });

export const AcceptAsNewBody = z
  .object({ token: linkToken, name: oneLine(NAME_MAX).exactOptional(), password: newPassword })
  .meta({ examples: [{ token: EXAMPLE_TOKEN, name: "Bob", password: "correct horse battery" }] });
export type AcceptAsNewBody = z.infer<typeof AcceptAsNewBody>;

export const AcceptedAsNewResponse = z.strictObject({
  user: UserJson,
  token: z.string(),
  expiresAt: dateTime,
  workspaceId: z.uuid().exactOptional().describe("The workspace they joined. Absent if they haven't joined yet."),
  joined: z.boolean().describe("False if the address has to be confirmed first. Confirming it joins the workspace."),
});

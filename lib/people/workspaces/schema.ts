import { z } from "zod";
import { longText, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { givenPassword } from "../../base/sessions/schema.ts";
import { RoleJson } from "../../team/members/schema.ts";

const NAME_MAX = 80;
const DAYS_MIN = 30;
const DAYS_MAX = 730;

/** A workspace of the caller's, as they may use it. */
export const ListedWorkspaceJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    role: RoleJson,
    allSites: z.boolean().describe("Whether the caller has access to all sites, new ones included."),
    suspended: z.literal(true).exactOptional().describe("Whether the caller's access is suspended."),
  })
  .meta({ id: "ListedWorkspace" });
export type ListedWorkspaceJson = z.infer<typeof ListedWorkspaceJson>;

export const WorkspaceListResponse = z.strictObject({ workspaces: z.array(ListedWorkspaceJson) });

/** The workspace of a request. */
export const WorkspaceJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string().describe("If none was chosen, it's made of the owner's name or email address."),
    role: RoleJson.describe("The caller's."),
    siteIds: z
      .array(z.uuid())
      .exactOptional()
      .describe("The sites the caller has access to. Absent if that's all of them, new ones included."),
    shared: z.boolean().describe("Whether a second person ever joined."),
    claimsOnReply: z.boolean().describe("Whether a reply assigns a conversation of no one's to its sender."),
    secondFactorFrom: dateTime
      .exactOptional()
      .describe("From when on members need a second factor. Absent if they don't."),
    oidcFrom: dateTime
      .exactOptional()
      .describe("From when on members have to log in through the login provider. Absent if they don't."),
    activityDays: z.int().describe("How many days the activity log is kept."),
    ownerIds: z.array(z.uuid()),
  })
  .meta({ id: "Workspace" });
export type WorkspaceJson = z.infer<typeof WorkspaceJson>;

export const WorkspaceResponse = z.strictObject({ workspace: WorkspaceJson });

const name = oneLine(NAME_MAX);

export const CreateWorkspaceBody = z.object({ name }).meta({ examples: [{ name: "Kiln Street" }] });

export const UpdateWorkspaceBody = z
  .object({ name: name.exactOptional(), claimsOnReply: z.boolean("must be true or false").exactOptional() })
  .meta({ examples: [{ name: "Kiln Street" }] });
export type UpdateWorkspaceBody = z.infer<typeof UpdateWorkspaceBody>;

const requiredFrom = z.iso
  .datetime("must be a time in UTC, such as 2026-12-01T08:00:00Z")
  .nullable()
  .exactOptional()
  .describe("At least 24 hours ahead. `null` removes the requirement.");

export const UpdateSecurityBody = z
  .object({
    currentPassword: givenPassword,
    secondFactorFrom: requiredFrom,
    oidcFrom: requiredFrom,
    activityDays: z
      .int("must be a whole number")
      .min(DAYS_MIN, `must be at least ${DAYS_MIN}`)
      .max(DAYS_MAX, `must be at most ${DAYS_MAX}`)
      .exactOptional(),
  })
  .meta({ examples: [{ currentPassword: "correct horse battery", activityDays: 365 }] });
export type UpdateSecurityBody = z.infer<typeof UpdateSecurityBody>;

export const DeleteWorkspaceBody = z
  .object({
    currentPassword: givenPassword,
    name: longText(NAME_MAX * 4).describe("The workspace's name, to confirm."),
  })
  .meta({ examples: [{ currentPassword: "correct horse battery", name: "Kiln Street" }] });
export type DeleteWorkspaceBody = z.infer<typeof DeleteWorkspaceBody>;

/** An offer to make someone an owner. */
export const OwnershipOfferJson = z
  .strictObject({
    from: z.uuid(),
    to: z.uuid(),
    keeps: z.boolean().describe("Whether the giver stays an owner too."),
    expiresAt: dateTime,
  })
  .meta({ id: "OwnershipOffer" });
export type OwnershipOfferJson = z.infer<typeof OwnershipOfferJson>;

export const FoundOfferResponse = z.strictObject({ offer: OwnershipOfferJson.exactOptional() });
export const OwnershipOfferResponse = z.strictObject({ offer: OwnershipOfferJson });

export const EndOfferQuery = z.object({
  from: uuid.exactOptional().describe("Only an offer from this person."),
  to: uuid.exactOptional().describe("Only an offer to this person."),
});
export type EndOfferQuery = z.infer<typeof EndOfferQuery>;

export const OfferOwnershipBody = z
  .object({
    memberId: uuid,
    keeps: z.boolean("must be true or false").default(false).describe("Whether the caller stays an owner too."),
    currentPassword: givenPassword,
  })
  .meta({ examples: [{ memberId: "0199c0de-7000-7000-8000-000000000001", currentPassword: "correct horse battery" }] });
export type OfferOwnershipBody = z.infer<typeof OfferOwnershipBody>;

export const AcceptOwnershipBody = z.object({ currentPassword: givenPassword });

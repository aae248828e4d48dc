import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { timeZoneName } from "#platform/time-zone.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { ROLES } from "../../base/access/scopes.ts";
import { photoUrl } from "../../files/pictures/schema.ts";
import { BounceJson } from "../../outbox/mail-queue/bounce.ts";
import { SITES_MAX } from "../../sites/sites/sites-max.ts";

export const RoleJson = z.enum(ROLES);

/** The roles that can be given. Ownership is handed over. */
export const GivenRole = z.enum(["agent", "admin"], "must be agent or admin");
export type GivenRole = z.infer<typeof GivenRole>;

/** The sites that access is given to. */
export const givenSites = z
  .array(uuid)
  .min(1, "must contain at least one site")
  .max(SITES_MAX, `must contain at most ${SITES_MAX} sites`);

export const MemberParams = z.object({ memberId: uuid });

export const UpdateMemberBody = z
  .object({
    role: GivenRole.exactOptional(),
    siteIds: givenSites.nullable().exactOptional().describe("`null` gives access to all sites, new ones included."),
    suspended: z.boolean("must be true or false").exactOptional(),
    emailBounced: z
      .literal(false, "must be false")
      .exactOptional()
      .describe("Emails to their address are tried again, although they came back."),
  })
  .meta({ examples: [{ role: "admin" }] });
export type UpdateMemberBody = z.infer<typeof UpdateMemberBody>;

const MINUTES_OF_DAY = 1_440;
const WINDOWS_MAX = 21;

const ScheduleWindow = z
  .strictObject({
    day: z.int("must be 1 to 7").min(1, "must be 1 to 7").max(7, "must be 1 to 7").describe("1 is Monday."),
    from: z
      .int("must be a minute of the day")
      .min(0)
      .max(MINUTES_OF_DAY - 1)
      .describe("Minutes since midnight."),
    until: z.int("must be a minute of the day").min(1).max(MINUTES_OF_DAY).describe("Minutes since midnight."),
  })
  .refine(({ from, until }) => from < until, { path: ["until"], error: "must be after from" });

const Schedule = z.strictObject({
  timeZone: timeZoneName,
  windows: z.array(ScheduleWindow).min(1).max(WINDOWS_MAX),
});
export type Schedule = z.infer<typeof Schedule>;

/** A person in a workspace. */
export const MemberJson = z
  .strictObject({
    id: z.uuid().describe("The person's id, which is also their account's."),
    name: z.string().exactOptional(),
    photoUrl,
    email: z.string(),
    role: RoleJson,
    siteIds: z
      .array(z.uuid())
      .exactOptional()
      .describe("The sites they have access to. Absent if that's all of them, new ones included."),
    available: z.boolean().describe("Their own switch."),
    availableNow: z.boolean().describe("Whether they're available by their switch and their hours."),
    schedule: Schedule.exactOptional().describe("The hours they're available. Absent if they haven't set any."),
    suspended: z.literal(true).exactOptional(),
    secondFactor: z.boolean().exactOptional().describe("Whether they log in with two factors. Only admins see it."),
    linked: z
      .boolean()
      .exactOptional()
      .describe(
        "Whether they've linked their account with the login provider. Only admins see it, and only if the service has a provider.",
      ),
    emailBounced: BounceJson.exactOptional().describe(
      "Present if emails to their address come back, so that no alert reaches them by email. Only admins see it.",
    ),
    joinedAt: dateTime,
  })
  .meta({ id: "Member" });
export type MemberJson = z.infer<typeof MemberJson>;

export const MemberResponse = z.strictObject({ member: MemberJson });
export const MemberListResponse = z.strictObject({ members: z.array(MemberJson) });

/** What removing someone would do now. */
export const RemovalJson = z.strictObject({
  openConversations: z.int().describe("Their open conversations, which become unassigned."),
  apiKeys: z.int().describe("Their API keys, which stop working."),
  invitations: z.int().describe("Pending invitations they sent, which are revoked."),
  savedReplies: z.int().describe("Saved replies of their own, which are deleted."),
  scheduledReplies: z.int().describe("Replies they have scheduled, which aren't sent."),
  endsSessions: z.boolean().describe("Whether they're logged out, because they're in no other workspace."),
});
export type RemovalJson = z.infer<typeof RemovalJson>;

export const RemovalResponse = z.strictObject({ removal: RemovalJson });

const HOUR = "must be a whole number from 0 to 23";

/** When a person's daily email comes. */
const Digest = z.strictObject({
  hour: z.int(HOUR).min(0, HOUR).max(23, HOUR).describe("The hour of the day."),
  timeZone: timeZoneName,
});
export type Digest = z.infer<typeof Digest>;

const NotifyAbout = z.enum(["all", "mine", "none"], "must be all, mine or none");

/** What a person set for themselves in one workspace. */
export const MembershipJson = z
  .strictObject({
    visitorName: z.string().exactOptional().describe("The name visitors see, if it isn't the account's."),
    notifyAbout: NotifyAbout.describe(
      "Which conversations they're notified about: all, those assigned to them, or none.",
    ),
    available: z.boolean(),
    availableNow: z.boolean().describe("Whether they're available by their switch and their hours."),
    schedule: Schedule.exactOptional().describe("The hours they're available. Absent if they haven't set any."),
    digest: Digest.exactOptional().describe(
      "When they get a daily email: who waits, and how the day before went. Absent if they don't.",
    ),
  })
  .meta({ id: "Membership" });
export type MembershipJson = z.infer<typeof MembershipJson>;

export const MembershipResponse = z.strictObject({ membership: MembershipJson });

export const UpdateMembershipBody = z
  .object({
    visitorName: oneLine(80).nullable().exactOptional().describe("`null` shows the account's name."),
    notifyAbout: NotifyAbout.exactOptional(),
    available: z.boolean("must be true or false").exactOptional(),
    schedule: Schedule.nullable().exactOptional().describe("`null` removes the hours."),
    digest: Digest.nullable()
      .exactOptional()
      .describe("`null` turns the daily email off. A day on which no one waits and nothing began has none."),
  })
  .meta({ examples: [{ available: false }] });
export type UpdateMembershipBody = z.infer<typeof UpdateMembershipBody>;

import { oidcProvider } from "#platform/oidc/provider.ts";
import { type OwnerScope, outranks } from "../../base/access/scopes.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { toBounceJson } from "../../outbox/mail-queue/bounce.ts";
import type { OwnMembership } from "./queries.ts";
import type { MemberJson, MembershipJson, Schedule } from "./schema.ts";
import type { MemberRow } from "./statements.ts";

type Hours = { windows: Schedule["windows"] | null; timeZone: string | null };

/** Returns the hours of someone who has set some, to be spread into what they belong to. */
export const toSchedule = ({ windows, timeZone }: Hours): { schedule?: Schedule } =>
  windows !== null && timeZone !== null ? { schedule: { timeZone, windows } } : {};

export const toMemberJson =
  ({ role: reader }: Pick<OwnerScope, "role">) =>
  ({ id, name, photoHash, email, role, siteIds, joinedAt, ...row }: MemberRow): MemberJson => ({
    id,
    ...(name !== null && { name }),
    ...(photoHash !== null && { photoUrl: pictureUrl(photoHash) }),
    email,
    role,
    ...(siteIds !== null && { siteIds }),
    available: row.isAvailable,
    availableNow: row.isAvailableNow,
    ...toSchedule(row),
    ...(row.isSuspended && { suspended: true as const }),
    ...(outranks(reader, "admin") && { secondFactor: row.hasSecondFactor }),
    ...(outranks(reader, "admin") && oidcProvider() && { linked: row.isLinked }),
    ...(outranks(reader, "admin") &&
      row.bouncedAt !== null && { emailBounced: toBounceJson({ at: row.bouncedAt, bounce: row.bounce }) }),
    joinedAt: joinedAt.toISOString(),
  });

export const toMembershipJson = ({
  visitorName,
  notifyAbout,
  digestHour: hour,
  digestZone,
  ...row
}: OwnMembership): MembershipJson => ({
  ...(visitorName !== null && { visitorName }),
  notifyAbout,
  available: row.isAvailable,
  availableNow: row.isAvailableNow,
  ...toSchedule(row),
  ...(hour !== null && digestZone !== null && { digest: { hour, timeZone: digestZone } }),
});

import { type OwnerScope, outranks } from "../access/scopes.ts";
import type { OwnMembership } from "./queries.ts";
import type { MemberJson, MembershipJson } from "./schema.ts";
import type { MemberRow } from "./statements.ts";

export const toMemberJson =
  ({ role: reader }: Pick<OwnerScope, "role">) =>
  ({ id, name, email, role, siteIds, joinedAt, ...row }: MemberRow): MemberJson => ({
    id,
    ...(name !== null && { name }),
    email,
    role,
    ...(siteIds !== null && { siteIds }),
    available: row.isAvailable,
    availableNow: row.isAvailableNow,
    ...(row.isSuspended && { suspended: true as const }),
    ...(outranks(reader, "admin") && { secondFactor: row.hasSecondFactor }),
    joinedAt: joinedAt.toISOString(),
  });

export const toMembershipJson = ({
  visitorName,
  notifyAbout,
  windows,
  timeZone,
  ...row
}: OwnMembership): MembershipJson => ({
  ...(visitorName !== null && { visitorName }),
  notifyAbout,
  available: row.isAvailable,
  availableNow: row.isAvailableNow,
  ...(windows !== null && timeZone !== null && { schedule: { timeZone, windows } }),
});

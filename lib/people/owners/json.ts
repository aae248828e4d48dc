import { isMailOn } from "#platform/mail/transport.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { originAllowed } from "../../sites/sites/domain.ts";
import type { Account, Checklist, ListedSession, PreferencesRow } from "./queries.ts";
import { type AccountJson, type ChecklistJson, type ListedSessionJson, Preferences, type UserJson } from "./schema.ts";

type UserRow = { id: string; email: string; name: string | null; photoHash: string | null; createdAt: Date };

export function toUserJson(user: UserRow): UserJson {
  return {
    id: user.id,
    email: user.email,
    ...(user.name !== null && { name: user.name }),
    ...(user.photoHash !== null && { photoUrl: pictureUrl(user.photoHash) }),
    createdAt: user.createdAt.toISOString(),
  };
}

/** The table's constraints are the schema's. */
export const toPreferences = ({
  theme,
  listDensity,
  afterClosing,
  holdSeconds,
  checklistHiddenAt,
}: PreferencesRow): Preferences =>
  Preferences.parse({
    theme,
    listDensity,
    afterClosing,
    holdSeconds,
    checklist: checklistHiddenAt ? "hidden" : "shown",
  });

export const toAccountJson = (account: Account): AccountJson => ({
  ...toUserJson(account),
  preferences: toPreferences(account),
});

type SessionRow = { user: UserRow; token: string; expiresAt: Date };

export const toSessionJson = ({ user, token, expiresAt }: SessionRow) => ({
  user: toUserJson(user),
  token,
  expiresAt: expiresAt.toISOString(),
});

export function toChecklistJson(row: Checklist): ChecklistJson {
  const { seenSiteId: siteId, seenHost: host, seenAt } = row;
  const allowed = originAllowed(row.seenDomain, `https://${host}`, "");
  return {
    site: row.hasSite,
    ...(siteId && host && seenAt && { tagSeen: { siteId, host, at: seenAt.toISOString(), allowed } }),
    firstMessage: row.hasMessage,
    ...(isMailOn() && { emailConfirmed: row.isConfirmed }),
    ...(row.hasTeammate !== null && { teammate: row.hasTeammate }),
    hidden: row.isHidden,
  };
}

export const toListedSessionJson = ({
  id,
  createdAt,
  lastSeenAt,
  device,
  isCurrent,
}: ListedSession): ListedSessionJson => ({
  id,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  ...(device !== null && { device }),
  current: isCurrent,
});

import { settingsCopy } from "#components/catalogs/settings.tsx";
import type { Audience } from "#components/ui/audience.ts";
import type { Role } from "#lib/base/access/scopes.ts";

export type SettingsLink = Audience & { href: string; label: string; hint: string };

type Section = [path: string, label: string, hint: string, least?: Role, more?: { needsTeammates: true }];

const under = (base: string, sections: Section[]): SettingsLink[] =>
  sections.map(([path, label, hint, least, more]) => ({
    href: `${base}/${path}`,
    label,
    hint,
    ...(least && { least }),
    ...more,
  }));

/** The sections of a site's settings, with their paths. */
export const siteLinks = (siteId: string): SettingsLink[] =>
  under(`/settings/sites/${siteId}`, [
    ["appearance", settingsCopy.appearance, settingsCopy.appearanceHint, "admin"],
    ["hours", settingsCopy.hours, settingsCopy.hoursHint, "admin"],
    ["greetings", settingsCopy.greetings, settingsCopy.greetingsHint, "admin"],
    ["questions", settingsCopy.questions, settingsCopy.questionsHint, "admin"],
    ["install", settingsCopy.install, settingsCopy.installHint, "admin"],
    ["notifications", settingsCopy.notifications, settingsCopy.siteNotificationsHint],
    ["assignment", settingsCopy.assignment, settingsCopy.assignmentHint, "admin", { needsTeammates: true }],
    ["closing", settingsCopy.closing, settingsCopy.closingHint, "admin"],
    ["identity", settingsCopy.identity, settingsCopy.identityHint, "admin"],
    ["webhooks", settingsCopy.webhooks, settingsCopy.webhooksHint, "admin"],
    ["card", settingsCopy.card, settingsCopy.cardHint, "admin"],
    ["blocking", settingsCopy.blocking, settingsCopy.blockingHint, "admin"],
    ["data", settingsCopy.data, settingsCopy.dataHint, "admin"],
    ["danger", settingsCopy.danger, settingsCopy.dangerHint, "owner"],
  ]);

/** The sections of the account's settings. */
export const accountLinks: readonly SettingsLink[] = under("/settings/account", [
  ["profile", settingsCopy.profile, settingsCopy.profileHint],
  ["notifications", settingsCopy.notifications, settingsCopy.accountNotificationsHint],
  ["security", settingsCopy.security, settingsCopy.securityHint],
  ["sessions", settingsCopy.sessions, settingsCopy.sessionsHint],
  ["keys", settingsCopy.keys, settingsCopy.keysHint],
]);

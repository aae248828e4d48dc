import { settingsCopy } from "#components/catalogs/settings.tsx";
import { outranks, type Role } from "#lib/access/scopes.ts";

export type SettingsLink = { href: string; label: string; hint: string; least?: Role };

/** Returns the links to pages that a role can use. */
export const usableBy = <L extends { least?: Role | undefined }>(role: Role, links: readonly L[]): L[] =>
  links.filter(({ least = "agent" }) => outranks(role, least));

type Section = [path: string, label: string, hint: string, least?: Role];

const under = (base: string, sections: Section[]): SettingsLink[] =>
  sections.map(([path, label, hint, least]) => ({ href: `${base}/${path}`, label, hint, ...(least && { least }) }));

/** The sections of a site's settings, with their paths. */
export const siteLinks = (siteId: string): SettingsLink[] =>
  under(`/settings/sites/${siteId}`, [
    ["appearance", settingsCopy.appearance, settingsCopy.appearanceHint, "admin"],
    ["install", settingsCopy.install, settingsCopy.installHint, "admin"],
    ["notifications", settingsCopy.notifications, settingsCopy.siteNotificationsHint],
    ["identity", settingsCopy.identity, settingsCopy.identityHint, "admin"],
    ["webhooks", settingsCopy.webhooks, settingsCopy.webhooksHint, "admin"],
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

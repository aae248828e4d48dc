import { settingsCopy } from "#components/catalogs/settings.tsx";

export type SettingsLink = { href: string; label: string; hint: string };

const under = (base: string, sections: [path: string, label: string, hint: string][]): SettingsLink[] =>
  sections.map(([path, label, hint]) => ({ href: `${base}/${path}`, label, hint }));

/** The sections of a site's settings, with their paths. */
export const siteLinks = (siteId: string): SettingsLink[] =>
  under(`/settings/sites/${siteId}`, [
    ["appearance", settingsCopy.appearance, settingsCopy.appearanceHint],
    ["install", settingsCopy.install, settingsCopy.installHint],
    ["notifications", settingsCopy.notifications, settingsCopy.siteNotificationsHint],
    ["identity", settingsCopy.identity, settingsCopy.identityHint],
    ["webhooks", settingsCopy.webhooks, settingsCopy.webhooksHint],
    ["blocking", settingsCopy.blocking, settingsCopy.blockingHint],
    ["data", settingsCopy.data, settingsCopy.dataHint],
    ["danger", settingsCopy.danger, settingsCopy.dangerHint],
  ]);

/** The sections of the account's settings. */
export const accountLinks: readonly SettingsLink[] = under("/settings/account", [
  ["profile", settingsCopy.profile, settingsCopy.profileHint],
  ["notifications", settingsCopy.notifications, settingsCopy.accountNotificationsHint],
  ["security", settingsCopy.security, settingsCopy.securityHint],
  ["sessions", settingsCopy.sessions, settingsCopy.sessionsHint],
  ["keys", settingsCopy.keys, settingsCopy.keysHint],
]);

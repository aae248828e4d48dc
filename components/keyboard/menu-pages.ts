import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import type { Audience } from "#components/ui/audience.ts";

type Page = Audience & { label: string; path: string };

/** The pages that the command menu opens, for each role. */
export const PAGES: readonly Page[] = [
  { label: keyboardCopy.pages.open, path: "/inbox" },
  { label: keyboardCopy.pages.snoozed, path: "/inbox?status=snoozed" },
  { label: keyboardCopy.pages.starred, path: "/inbox?status=all&starred=1" },
  { label: keyboardCopy.pages.waiting, path: "/inbox?order=waiting" },
  { label: keyboardCopy.pages.mentions, path: "/inbox?status=all&mentioned=1", isForTeams: true },
  { label: keyboardCopy.pages.closed, path: "/inbox?status=closed" },
  { label: keyboardCopy.pages.all, path: "/inbox?status=all" },
  { label: keyboardCopy.pages.spam, path: "/inbox?status=spam" },
  { label: keyboardCopy.pages.people, path: "/people" },
  { label: keyboardCopy.pages.reports, path: "/reports" },
  { label: keyboardCopy.pages.sites, path: "/settings/sites" },
  { label: keyboardCopy.pages.labels, path: "/settings/labels" },
  { label: keyboardCopy.pages.savedReplies, path: "/settings/saved-replies" },
  { label: keyboardCopy.pages.deliveries, path: "/settings/deliveries", least: "admin" },
  { label: keyboardCopy.pages.addSite, path: "/settings/sites/new", least: "admin", needsAllSites: true },
  { label: keyboardCopy.pages.account, path: "/settings/account" },
  { label: keyboardCopy.pages.profile, path: "/settings/account/profile" },
  { label: keyboardCopy.pages.notifications, path: "/settings/account/notifications" },
  { label: keyboardCopy.pages.security, path: "/settings/account/security" },
  { label: keyboardCopy.pages.sessions, path: "/settings/account/sessions" },
  { label: keyboardCopy.pages.keys, path: "/settings/account/keys" },
  { label: keyboardCopy.pages.team, path: "/settings/team" },
  { label: keyboardCopy.pages.activity, path: "/settings/activity", least: "admin" },
  { label: keyboardCopy.pages.general, path: "/settings/general", least: "admin" },
  { label: keyboardCopy.pages.workspaceSecurity, path: "/settings/security", least: "admin", isForTeams: true },
  { label: keyboardCopy.pages.teamKeys, path: "/settings/security#keys", least: "admin", isForTeams: true },
];
export const NEW_WORKSPACE: Page = { label: keyboardCopy.pages.newWorkspace, path: "/settings/new-workspace" };

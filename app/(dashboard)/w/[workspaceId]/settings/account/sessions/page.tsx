import type { Metadata } from "next";
import { SessionList } from "#components/account/session-list.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toListedSessionJson } from "#lib/people/owners/json.ts";
import { listSessions } from "#lib/people/owners/queries.ts";

export const metadata: Metadata = { title: settingsCopy.sessions };

export default async function SessionsPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/account/sessions");
  const sessions = (await listSessions(scope)).map(toListedSessionJson);
  return (
    <SettingsShell nav="account" title={settingsCopy.sessions} hint={accountCopy.sessionsHint}>
      <SessionList sessions={sessions} />
    </SettingsShell>
  );
}

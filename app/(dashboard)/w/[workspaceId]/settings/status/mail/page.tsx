import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { mailStatusCopy } from "#components/catalogs/mail-status.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { MailStatus } from "#components/status/mail-status.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toMailStatusJson } from "#lib/notify/mail-status/json.ts";
import { getMailStatus } from "#lib/notify/mail-status/queries.ts";
import { AppError } from "#platform/errors.ts";

// Others needn't know that there is such a page.
function refuse(error: unknown): never {
  if (error instanceof AppError && error.code === "not_permitted") notFound();
  throw error;
}

export const metadata: Metadata = { title: mailStatusCopy.title };

export default async function MailStatusPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/status/mail");
  const status = await getMailStatus(scope).catch(refuse);
  return (
    <SettingsShell
      nav="workspace"
      title={mailStatusCopy.title}
      hint={mailStatusCopy.hint}
      above={<BackLink href="/settings/status" label={settingsCopy.status} />}
    >
      <MailStatus status={toMailStatusJson(status)} />
    </SettingsShell>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { statusCopy } from "#components/catalogs/status.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { CheckList } from "#components/status/check-list.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toStatusJson } from "#lib/notify/status/json.ts";
import { listChecks } from "#lib/notify/status/queries.ts";
import { AppError } from "#platform/errors.ts";

// Others needn't know that there is such a page.
function refuse(error: unknown): never {
  if (error instanceof AppError && error.code === "not_permitted") notFound();
  throw error;
}

export const metadata: Metadata = { title: statusCopy.title };

export default async function StatusPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/status");
  const rows = await listChecks(scope).catch(refuse);
  return (
    <SettingsShell nav="workspace" title={statusCopy.title} hint={statusCopy.hint}>
      <CheckList checks={toStatusJson(rows)} now={new Date()} />
    </SettingsShell>
  );
}

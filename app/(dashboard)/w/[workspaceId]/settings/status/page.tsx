import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { statusCopy } from "#components/catalogs/status.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { CheckList } from "#components/status/check-list.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toStatusJson } from "#lib/notify/status/json.ts";
import { isOperator } from "#lib/notify/status/operators.system.ts";
import { listChecks } from "#lib/notify/status/queries.ts";

export const metadata: Metadata = { title: statusCopy.title };

export default async function StatusPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/status");
  if (!(await isOperator(scope))) notFound();
  const checks = toStatusJson(await listChecks(scope));
  return (
    <SettingsShell nav="workspace" title={statusCopy.title} hint={statusCopy.hint}>
      <CheckList checks={checks} now={new Date()} />
    </SettingsShell>
  );
}

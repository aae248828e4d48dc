import type { Metadata } from "next";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { LabelSettings } from "#components/labels/label-settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toLabelJson } from "#lib/desk/labels/json.ts";
import { listLabels } from "#lib/desk/labels/queries.ts";

export const metadata: Metadata = { title: triageCopy.labels };

export default async function LabelsPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/labels");
  const labels = (await listLabels(scope)).map(toLabelJson);
  return (
    <SettingsShell nav="workspace" title={triageCopy.labels} hint={triageCopy.settingsHint}>
      <LabelSettings labels={labels} />
    </SettingsShell>
  );
}

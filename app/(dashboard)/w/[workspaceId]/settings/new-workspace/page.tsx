import type { Metadata } from "next";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { NewWorkspace } from "#components/workspace/new-workspace.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { env } from "#platform/env.ts";

export const metadata: Metadata = { title: workspaceCopy.newTitle };

export default async function NewWorkspacePage({ params }: WorkspacePage) {
  await requirePageOwner(params, "/settings/new-workspace");
  return (
    <SettingsShell nav="workspace" title={workspaceCopy.newTitle} hint={workspaceCopy.newHint}>
      {env().SIGNUP === "open" ? (
        <div className="max-w-96">
          <NewWorkspace />
        </div>
      ) : (
        <p className="text-quiet">{workspaceCopy.notAccepted}</p>
      )}
    </SettingsShell>
  );
}

import { redirect } from "next/navigation";
import type { WorkspacePage } from "#gate/page-owner.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";

export default async function SettingsPage({ params }: WorkspacePage) {
  redirect(workspacePath((await params).workspaceId, "/settings/sites"));
}

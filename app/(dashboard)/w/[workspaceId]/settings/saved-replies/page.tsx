import type { Metadata } from "next";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { SavedReplySettings } from "#components/saved-replies/saved-reply-settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toSavedReplyJson } from "#lib/desk/saved-replies/json.ts";
import { listSavedReplies } from "#lib/desk/saved-replies/queries.ts";

export const metadata: Metadata = { title: savedRepliesCopy.title };

export default async function SavedRepliesPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/saved-replies");
  const replies = (await listSavedReplies(scope)).map(toSavedReplyJson);
  return (
    <SettingsShell nav="workspace" title={savedRepliesCopy.title} hint={savedRepliesCopy.hint}>
      <SavedReplySettings replies={replies} />
    </SettingsShell>
  );
}

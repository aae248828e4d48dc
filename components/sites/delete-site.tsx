"use client";

import { useState } from "react";
import { callDelete } from "#components/api/call-api.ts";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";

// Deleting a site with many messages takes a while.
const PATIENCE_MS = 90_000;

export function DeleteSite({ siteId, name }: { siteId: string; name: string }) {
  const router = useWorkspaceRouter();
  const [asking, setAsking] = useState(false);

  const remove = async () => {
    const result = await callDelete(`/sites/${siteId}`, { patienceMs: PATIENCE_MS });
    if (!result.ok) return result.problem.words;
    router.replace("/settings/sites");
    return undefined;
  };

  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <span className="text-danger">{sitesCopy.deleteSite}</span>
      </Button>
      {asking && (
        <ConfirmDialog
          title={sitesCopy.deleteSiteTitle(<bdi>{name}</bdi>)}
          action={sitesCopy.deleteSite}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {sitesCopy.deleteSiteWarning}
        </ConfirmDialog>
      )}
    </>
  );
}

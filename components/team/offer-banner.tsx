"use client";

import { Crown } from "lucide-react";
import { usePathname } from "next/navigation";
import { workspaceNewsCopy } from "#components/catalogs/workspace-news.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";

/** Says on every page that ownership is offered to the reader. Team itself has the offer. */
export function OfferBanner({ from, workspaceName }: { from: string; workspaceName: string }) {
  if (pathInWorkspace(usePathname()) === "/settings/team") return null;
  return (
    <aside
      aria-label={workspaceNewsCopy.offerTitle}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-5 py-2 text-sm"
    >
      <Crown size={16} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-60 text-pretty wrap-anywhere">
        {workspaceNewsCopy.offeredToYou(
          <bdi className="font-medium">{from}</bdi>,
          <bdi className="font-medium">{workspaceName}</bdi>,
        )}
      </p>
      <AppLink href="/settings/team" className={buttonClass()}>
        {workspaceNewsCopy.seeOffer}
      </AppLink>
    </aside>
  );
}

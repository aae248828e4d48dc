import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** What every page says about a workspace that the reader came to, lost or was offered. */
export const workspaceNewsCopy = catalog("workspace-news", {
  nowIn: (name: string) => `You’re now in ${name}.`,
  accessLost: (name: string) => `You no longer have access to ${name}.`,
  offerTitle: "Ownership offer",
  offeredToYou: (giver: ReactNode, workspace: ReactNode) => (
    <>
      {giver} wants to make you an owner of {workspace}.
    </>
  ),
  seeOffer: "See offer",
});

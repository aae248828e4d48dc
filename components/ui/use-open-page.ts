import { useCallback } from "react";
import { leavePage } from "./leave-guard.ts";
import { openPage } from "./reach.ts";
import { useWorkspaceRouter } from "./workspace.ts";

/** Opens a page of the dashboard now, or once the server is reachable. Asks first if there are unsaved changes. */
export function useOpenPage(): (path: string) => void {
  const router = useWorkspaceRouter();
  return useCallback((path) => leavePage(() => openPage({ path, open: () => router.push(path) })), [router]);
}

import { useRouter } from "next/navigation";
import { createContext, use, useMemo } from "react";
import { workspaceOfPath, workspacePath } from "#lib/base/access/workspace-path.ts";

/** The workspace whose pages these are. Undefined outside of the dashboard. */
export const WorkspaceContext = createContext<string | undefined>(undefined);

/** Returns what turns a path within the workspace into one of the site's. */
export function useWorkspacePath(): (path: string) => string {
  const workspaceId = use(WorkspaceContext);
  return (path) => (workspaceId === undefined ? path : workspacePath(workspaceId, path));
}

type Options = { scroll?: boolean };

/** Next's router, for paths within the workspace. */
export function useWorkspaceRouter() {
  const router = useRouter();
  const workspaceId = use(WorkspaceContext);
  return useMemo(() => {
    const toHref = (path: string) => (workspaceId === undefined ? path : workspacePath(workspaceId, path));
    return {
      push: (path: string, options?: Options) => {
        const href = toHref(path);
        if (workspaceOfPath(href) === workspaceId) router.push(href, options);
        // What this page holds is another workspace's.
        else location.assign(href);
      },
      replace: (path: string, options?: Options) => router.replace(toHref(path), options),
      refresh: router.refresh,
    };
  }, [router, workspaceId]);
}
